import {
  addProduct,
  createPaymentIntent,
  createUser,
  deleteOwnAccount,
  exchangeToken,
  getDataExport,
  listProducts,
  placeOrder,
  recordPayment,
  reportProduct,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contact, insertImage } from '../../../test/security/fixtures.ts';
import { findViolations } from '../../../test/security/invariants.ts';
import {
  createTestApp,
  newProductInput,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { issueToken } from '../../platform/tokens.ts';
import { postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { transitionOrder } from '../orders/index.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const deleteAccount = ({ token, email }: TestUser, typed = email) =>
  app.call(deleteOwnAccount, { body: { email: typed }, token });

async function order(buyer: TestUser, productId: string, phone = contact.phone) {
  const body = { productId, ...contact, phone };
  return unwrap(await app.call(placeOrder, { body, token: buyer.token })).insertedId;
}

async function paidOrder(buyer: TestUser, seller: TestUser, phone?: string): Promise<string> {
  const orderId = await order(buyer, await app.insertProduct(seller), phone);
  const { rows } = await app.db.execute(sql`select price_cents from orders where id = ${orderId}`);
  const price = Number(rows[0]?.price_cents) / 100;
  const intent = await app.call(createPaymentIntent, {
    body: { price, orderId },
    token: buyer.token,
  });
  const { id: transactionId } = await app.pay(unwrap(intent).clientSecret);
  const body = { price, transactionId, email: buyer.email, orderId };
  unwrap(await app.call(recordPayment, { body, token: buyer.token }));
  return orderId;
}

async function purgeAfter31Days(): Promise<void> {
  await app.db.execute(sql`update payments set changed_at = changed_at - interval '31 days'`);
  await app.db.execute(sql`update orders set changed_at = changed_at - interval '31 days'`);
  await app.db.execute(sql`update outbox set done_at = done_at - interval '31 days'`);
  await app.db.execute(
    sql`update domain_events set occurred_at = occurred_at - interval '31 days'`,
  );
  await app.runJobs('purge-contact-data');
}

/** Finds all rows that contain any of the words. */
async function findRowsWith(words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of [
    'users',
    'products',
    'orders',
    'payments',
    'reports',
    'images',
    'outbox',
    'domain_events',
  ]) {
    const { rows } = await app.db.execute(sql.raw(`select t::text as text from ${table} t`));
    for (const { text } of rows) {
      if (words.some((word) => String(text).includes(word))) found.push(`${table}: ${text}`);
    }
  }
  return found;
}

/** The phone changes hands, and the buyer accepts it. */
const finish = (orderId: string) =>
  app.db.transaction(async (tx) => {
    for (const transition of ['meet', 'accept'] as const)
      expect(await transitionOrder(tx, orderId, transition, app.deps)).toBe(true);
  });

test('the data export contains all data of the user and none of others', async () => {
  const [seller, buyer] = [
    await app.insertUser('seller', { name: 'Selma Seller' }),
    await app.insertUser('buyer', { name: 'Bert Buyer' }),
  ];
  const img = await insertImage(app, seller);
  unwrap(await app.call(addProduct, { body: newProductInput({ img }), token: seller.token }));
  const orderId = await paidOrder(buyer, seller);
  const reported = await app.insertProduct(seller);
  unwrap(await app.call(reportProduct, { body: { _id: reported }, token: buyer.token }));
  await app.runJobs('dispatch-outbox');

  const ofBuyer = unwrap(await app.call(getDataExport, { token: buyer.token }));
  expect(ofBuyer.account).toMatchObject({ name: 'Bert Buyer', email: buyer.email, role: 'buyer' });
  expect(ofBuyer.orders).toMatchObject([
    { _id: orderId, ...contact, state: 'paid', payments: [{ state: 'succeeded', price: 345 }] },
  ]);
  expect(ofBuyer.reports).toMatchObject([{ productId: reported, state: 'open' }]);
  expect(ofBuyer.mails.length).toBeGreaterThan(0);
  expect(ofBuyer.mails.every(({ sentAt }) => sentAt !== null)).toBe(true);
  expect(JSON.stringify(ofBuyer)).not.toContain('Selma');

  const ofSeller = unwrap(await app.call(getDataExport, { token: seller.token }));
  expect(ofSeller.products).toHaveLength(3);
  expect(ofSeller.images).toMatchObject([{ img }]);
  expect(ofSeller.sales).toMatchObject([{ orderId, state: 'paid', price: 345 }]);
  for (const foreign of ['Bert', buyer.email, contact.phone, contact.location]) {
    expect(JSON.stringify(ofSeller)).not.toContain(foreign);
  }
});

test('deleting an account takes effect immediately and anonymizes the records that remain', async () => {
  const [seller, leaver] = [
    await app.insertUser('seller', { name: 'Selma Seller' }),
    await app.insertUser('buyer', { name: 'Lea Leaving', email: 'lea@mail.com' }),
  ];
  const phone = '+33 7 00 11 22 33';
  const paid = await paidOrder(leaver, seller, phone);
  const heldPhone = await app.insertProduct(seller);
  const held = await order(leaver, heldPhone, phone);
  expect(resultCode(await deleteAccount(leaver, 'other@mail.com'))).toBe('validation.failed');
  const early = await deleteAccount(leaver);
  expect(resultCode(early)).toBe('account.money-open');
  const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).getUTCFullYear();
  expect(early.ok ? '' : early.error.message).toMatch(
    new RegExp(`^An order is not finished: .+, at the latest from \\w+ \\d+, ${inTwoWeeks}$`),
  );
  await finish(paid);
  expect(resultCode(await deleteAccount(leaver, ' LEA@mail.com '))).toBe('ok');

  expect(resultCode(await app.call(getDataExport, { token: leaver.token }))).toBe(
    'account.removed',
  );
  expect(resultCode(await deleteAccount(leaver))).toBe('account.removed');
  await app.runJobs();
  expect(app.deletedAccounts).toContain(leaver.uid);
  const { rows } = await app.db.execute(
    sql`select id, state, price_cents, phone from orders where id in (${paid}, ${held}) order by state`,
  );
  expect(rows).toMatchObject([
    { id: paid, state: 'completed', price_cents: '34500', phone },
    { id: held, state: 'expired', phone: '' },
  ]);
  expect(await findViolations(app.db, true)).toEqual([]);

  await purgeAfter31Days();
  expect(await findRowsWith(['Lea', 'lea@', phone])).toEqual([]);
  expect(
    await app.db.execute(sql`select price_cents from orders where id = ${paid}`),
  ).toMatchObject({ rows: [{ price_cents: '34500' }] });
});

test("deleting a seller's account removes unsold products and keeps paid orders", async () => {
  const seller = await app.insertUser('seller', { name: 'Sven Seller', email: 'sven@mail.com' });
  const buyer = await app.insertUser('buyer');
  const unsold = await app.insertProduct(seller, { name: 'Unsold phone' });
  const ordered = await app.insertProduct(seller);
  const held = await order(buyer, ordered);
  const paid = await paidOrder(buyer, seller);
  expect(resultCode(await deleteAccount(seller))).toBe('account.money-open');
  await finish(paid);
  const withBalance = await deleteAccount(seller);
  expect(withBalance.ok ? '' : withBalance.error.message).toBe(
    'Pay out your balance of $327.75 first',
  );
  await app.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'payout',
      key: 'payout:of the seller',
      amounts: { [sellerAccountOf(seller.id)]: 32_775, payouts: -32_775 },
    }),
  );
  unwrap(await deleteAccount(seller));
  await app.runJobs();
  const listed = unwrap(await app.call(listProducts, {}));
  expect(listed.map(({ _id }) => _id)).not.toContain(unsold);
  const { rows } = await app.db.execute(
    sql`select id, state from orders where id in (${paid}, ${held})`,
  );
  expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
    [paid]: 'completed',
    [held]: 'expired',
  });
  // Mails to buyers are purged later.
  const traces = await findRowsWith(['Sven', 'sven@']);
  expect(traces.filter((trace) => !trace.startsWith('outbox'))).toEqual([]);
  expect(await findViolations(app.db, true)).toEqual([]);
  await purgeAfter31Days();
  expect(await findRowsWith(['Sven', 'sven@'])).toEqual([]);
});

test('the e-mail of a deleted account can be used for a new one, which has no data of the old', async () => {
  const email = 'again@mail.com';
  const before = await app.insertUser('buyer', { email });
  unwrap(await deleteAccount(before));
  const { idToken } = app.createIdentity({ email });
  const body = { name: 'Again', email, role: 'seller' as const };
  const { insertedId } = unwrap(await app.call(createUser, { body, token: idToken }));
  expect(insertedId).not.toBe(before.id);
  const { token } = unwrap(await app.call(exchangeToken, { body: { email }, token: idToken }));
  expect(unwrap(await app.call(getDataExport, { token })).orders).toEqual([]);
});

test('if the last two admins delete their accounts concurrently, one remains', async () => {
  const alone = await createTestApp();
  const [one, other] = [await alone.insertUser('admin'), await alone.insertUser('admin')];
  const codes = await Promise.all(
    [one, other].map(async ({ email, token }) =>
      resultCode(await alone.call(deleteOwnAccount, { body: { email }, token })),
    ),
  );
  expect(codes.sort()).toEqual(['ok', 'user.is-admin']);
  await alone.close();
});

test('export and deletion require a sign-in at most 15 minutes ago', async () => {
  const user = await app.insertUser('buyer');
  const token = (minutes: number) =>
    issueToken(app.deps, { ...user, authTime: Date.now() / 1000 - minutes * 60 });
  const codes = async (minutes: number) => [
    resultCode(await app.call(getDataExport, { token: await token(minutes) })),
    resultCode(await deleteAccount({ ...user, token: await token(minutes) })),
  ];
  expect(await codes(16)).toEqual(['session.step-up-required', 'session.step-up-required']);
  expect(await codes(14)).toEqual(['ok', 'ok']);
});
