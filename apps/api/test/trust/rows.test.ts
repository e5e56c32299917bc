import * as contract from '@redial/contract';
import { type Endpoint, pathOf } from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, newProduct, type TestApp, type TestPerson, testApp } from '../app.ts';
import { fingerprint } from './fingerprint.ts';
import { brokenInvariants } from './invariants.ts';
import { contact, picture } from './world.ts';

const callers = ['buyer', 'other buyer', 'seller', 'other seller', 'admin'] as const;
type Caller = (typeof callers)[number];

/** The rows of one case: a buyer's paid-for and not yet recorded order on a phone of a seller. */
interface Rows {
  readonly people: Record<Caller, TestPerson>;
  readonly ordered: string;
  readonly free: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly img: string;
}
interface Row {
  readonly call: Endpoint;
  /** Whose or which row the call is about. */
  readonly about: string;
  readonly input: (
    rows: Rows,
    caller: TestPerson,
  ) => { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };
  /** The code for each caller; `ok` where the call is theirs to make. */
  readonly codes: Record<Caller, string>;
  readonly changes: boolean;
}

const row = (
  call: Endpoint,
  about: string,
  input: Row['input'],
  codes: [string, string, string, string, string],
  changes = false,
): Row => ({
  call,
  about,
  input,
  changes,
  codes: Object.fromEntries(callers.map((caller, i) => [caller, codes[i]])) as Row['codes'],
});

const noRole = 'role.forbidden';
const notYours = 'account.not-yours';
const hidden = 'order.unknown';
const everybody: Parameters<typeof row>[3] = ['ok', 'ok', 'ok', 'ok', 'ok'];
const adminOnly: Parameters<typeof row>[3] = [noRole, noRole, noRole, noRole, 'ok'];
const buyerOnly: Parameters<typeof row>[3] = ['ok', hidden, hidden, hidden, hidden];
const emailOf = (caller: Caller) => (rows: Rows) => ({ email: rows.people[caller].email });

const table: Row[] = [
  row(contract.getAdminFlag, 'the buyer', (rows) => ({ params: emailOf('buyer')(rows) }), [
    'ok',
    notYours,
    notYours,
    notYours,
    'ok',
  ]),
  row(contract.getSellerFlag, 'the seller', (rows) => ({ params: emailOf('seller')(rows) }), [
    notYours,
    notYours,
    'ok',
    notYours,
    'ok',
  ]),
  row(contract.listProducts, 'the market', () => ({}), everybody),
  row(
    contract.listCategoryProducts,
    'a category',
    () => ({ params: { categoryName: 'Iphone' } }),
    everybody,
  ),
  row(contract.listAdvertisedProducts, 'the market', () => ({}), everybody),
  row(
    contract.readProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    everybody,
  ),
  row(
    contract.listSimilarProducts,
    "the seller's free phone",
    ({ free }) => ({ params: { id: free } }),
    everybody,
  ),
  row(contract.listReportedProducts, 'the reports', () => ({}), adminOnly),
  row(
    contract.reportProduct,
    "the seller's free phone",
    ({ free }) => ({ body: { _id: free } }),
    everybody,
    true,
  ),
  row(
    contract.resolveReport,
    'a reported phone',
    ({ free }) => ({ params: { id: free } }),
    adminOnly,
    true,
  ),
  row(
    contract.placeOrder,
    "the seller's free phone",
    ({ free }) => ({ body: { productId: free, ...contact } }),
    ['ok', 'ok', 'product.own', 'ok', 'ok'],
    true,
  ),
  row(contract.listOrders, "the buyer's orders", (rows) => ({ query: emailOf('buyer')(rows) }), [
    'ok',
    notYours,
    notYours,
    notYours,
    'ok',
  ]),
  row(contract.getOrder, "the buyer's order", ({ orderId }) => ({ params: { id: orderId } }), [
    'ok',
    hidden,
    hidden,
    hidden,
    'ok',
  ]),
  row(
    contract.createPaymentIntent,
    "the buyer's order, by its price",
    () => ({ body: { price: 345 } }),
    ['order.paid', hidden, hidden, hidden, hidden],
    false,
  ),
  row(
    contract.createPaymentIntent,
    "the buyer's order, by its id",
    ({ orderId }) => ({ body: { price: 345, orderId } }),
    ['order.paid', hidden, hidden, hidden, hidden],
    false,
  ),
  row(
    contract.recordPayment,
    "the buyer's order",
    ({ orderId, transactionId }, { email }) => ({
      body: { price: 345, transactionId, email, orderId },
    }),
    buyerOnly,
    true,
  ),
  row(
    contract.cancelOrder,
    "the buyer's order",
    ({ orderId, ordered }) => ({ params: { orderId }, body: { productId: ordered } }),
    ['order.paid', hidden, hidden, hidden, hidden],
    false,
  ),
  row(
    contract.listMyProducts,
    "the seller's phones",
    (rows) => ({ query: emailOf('seller')(rows) }),
    [noRole, noRole, 'ok', notYours, 'ok'],
  ),
  row(
    contract.addProduct,
    "a phone with the seller's picture",
    ({ img }) => ({ body: newProduct({ img }) }),
    [noRole, noRole, 'ok', 'rule.broken', noRole],
    true,
  ),
  row(
    contract.advertiseProduct,
    "the seller's free phone",
    ({ free }) => ({ params: { id: free } }),
    [noRole, noRole, 'ok', 'product.not-yours', noRole],
    true,
  ),
  row(
    contract.advertiseProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    [noRole, noRole, 'product.ordered', 'product.not-yours', noRole],
  ),
  row(
    contract.deleteProduct,
    "the seller's free phone",
    ({ free }) => ({ params: { id: free } }),
    [noRole, noRole, 'ok', 'product.not-yours', noRole],
    true,
  ),
  row(
    contract.deleteProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    [noRole, noRole, 'product.ordered', 'product.not-yours', noRole],
  ),
  row(contract.listBuyers, 'all buyers', () => ({}), adminOnly),
  row(contract.listSellers, 'all sellers', () => ({}), adminOnly),
  row(
    contract.deleteUser,
    'the seller',
    ({ people }) => ({ params: { id: people.seller.id } }),
    adminOnly,
    true,
  ),
  row(contract.deleteUser, 'the admin', ({ people }) => ({ params: { id: people.admin.id } }), [
    noRole,
    noRole,
    noRole,
    noRole,
    'user.admin',
  ]),
  row(contract.readOwnData, 'oneself', () => ({}), everybody),
  row(
    contract.deleteOwnAccount,
    'oneself',
    (_rows, { email }) => ({ body: { email } }),
    ['ok', 'ok', 'ok', 'ok', 'ok'],
    true,
  ),
  row(
    contract.deleteOwnAccount,
    'the buyer',
    (rows) => ({ body: emailOf('buyer')(rows) }),
    ['ok', 'rule.broken', 'rule.broken', 'rule.broken', 'rule.broken'],
    true,
  ),
  row(
    contract.verifySeller,
    'the seller',
    (rows) => ({ params: emailOf('seller')(rows) }),
    adminOnly,
    true,
  ),
  row(contract.verifySeller, 'the buyer', (rows) => ({ params: emailOf('buyer')(rows) }), [
    noRole,
    noRole,
    noRole,
    noRole,
    'seller.unknown',
  ]),
];

let shop: TestApp;

beforeAll(async () => {
  shop = await testApp();
});
afterAll(() => shop.close());

async function newRows(): Promise<Rows> {
  const people = {
    buyer: await shop.person('buyer'),
    'other buyer': await shop.person('buyer'),
    seller: await shop.person('seller'),
    'other seller': await shop.person('seller'),
    admin: await shop.person('admin'),
  };
  const { seller, buyer } = people;
  const ordered = await shop.product(seller);
  const free = await shop.product(seller);
  const { token } = buyer;
  const placed = await shop.call(contract.placeOrder, {
    body: { productId: ordered, ...contact },
    token,
  });
  const { insertedId: orderId } = answerOf(placed);
  const asked = await shop.call(contract.createPaymentIntent, {
    body: { price: 345, orderId },
    token,
  });
  const { id: transactionId } = await shop.pay(answerOf(asked).clientSecret);
  answerOf(await shop.call(contract.reportProduct, { body: { _id: free } }));
  return { people, ordered, free, orderId, transactionId, img: await picture(shop, seller) };
}

test.each(table)(
  '$call.method $call.path on $about is for whom it is, and changes nothing for others',
  async ({ call, input, codes, changes }) => {
    for (const caller of callers) {
      const rows = await newRows();
      const { params, query, body } = input(rows, rows.people[caller]);
      const before = await fingerprint(shop.db);
      const answer = await shop.app.inject({
        method: call.method,
        url: pathOf(call, params, query),
        headers: { authorization: `Bearer ${rows.people[caller].token}` },
        ...(body ? { payload: body } : {}),
      });
      const code = answer.statusCode === 200 ? 'ok' : answer.json().code;
      expect(code, caller).toBe(codes[caller]);
      expect(answer.headers['cache-control'], caller).toContain('no-store');
      // A refusal for a payment that has arrived has recorded that payment, and no more.
      if (codes[caller] === 'order.paid') continue;
      const touched = (await fingerprint(shop.db)) !== before;
      expect(touched, caller).toBe(changes && code === 'ok');
    }
    expect(await brokenInvariants(shop.db)).toEqual([]);
  },
);

test('every call that asks for a marketplace token is in the table', () => {
  const inTable = new Set(table.map(({ call }) => `${call.method} ${call.path}`));
  const without = contract.specifiedEndpoints
    .filter((call) => call.access !== 'identity')
    .map(({ method, path }) => `${method} ${path}`);
  expect(without.filter((name) => !inTable.has(name))).toEqual([]);
});
