import {
  addProduct,
  createPaymentIntent,
  createUser,
  deleteOwnAccount,
  exchangeToken,
  listProducts,
  placeOrder,
  readOwnData,
  recordPayment,
  reportProduct,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerOf,
  codeOf,
  newProduct,
  type TestApp,
  type TestPerson,
  testApp,
} from '../../../test/app.ts';
import { brokenInvariants } from '../../../test/trust/invariants.ts';
import { contact, picture } from '../../../test/trust/world.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await testApp();
});
afterAll(() => shop.close());

const leave = ({ token, email }: TestPerson, typed = email) =>
  shop.call(deleteOwnAccount, { body: { email: typed }, token });

async function order(buyer: TestPerson, productId: string, phone = contact.phone) {
  const body = { productId, ...contact, phone };
  return answerOf(await shop.call(placeOrder, { body, token: buyer.token })).insertedId;
}

async function paidOrder(buyer: TestPerson, seller: TestPerson, phone?: string): Promise<string> {
  const orderId = await order(buyer, await shop.product(seller), phone);
  const { rows } = await shop.db.execute(sql`select price_cents from orders where id = ${orderId}`);
  const price = Number(rows[0]?.price_cents) / 100;
  const asked = await shop.call(createPaymentIntent, {
    body: { price, orderId },
    token: buyer.token,
  });
  const { id: transactionId } = await shop.pay(answerOf(asked).clientSecret);
  const body = { price, transactionId, email: buyer.email, orderId };
  answerOf(await shop.call(recordPayment, { body, token: buyer.token }));
  return orderId;
}

async function pass31Days(): Promise<void> {
  await shop.db.execute(sql`update payments set changed_at = changed_at - interval '31 days'`);
  await shop.db.execute(sql`update outbox set done_at = done_at - interval '31 days'`);
  await shop.runJobs('forget-contacts');
}

/** Every row of every table that still says this anywhere. */
async function tracesOf(words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['users', 'products', 'orders', 'payments', 'reports', 'images', 'outbox']) {
    const { rows } = await shop.db.execute(sql.raw(`select t::text as text from ${table} t`));
    for (const { text } of rows) {
      if (words.some((word) => String(text).includes(word))) found.push(`${table}: ${text}`);
    }
  }
  return found;
}

test('a person is told all that is held of them, and nothing of others', async () => {
  const [seller, buyer] = [
    await shop.person('seller', { name: 'Selma Seller' }),
    await shop.person('buyer', { name: 'Bert Buyer' }),
  ];
  const img = await picture(shop, seller);
  answerOf(await shop.call(addProduct, { body: newProduct({ img }), token: seller.token }));
  const orderId = await paidOrder(buyer, seller);
  const reported = await shop.product(seller);
  answerOf(await shop.call(reportProduct, { body: { _id: reported }, token: buyer.token }));
  await shop.runJobs('empty-outbox');

  const ofBuyer = answerOf(await shop.call(readOwnData, { token: buyer.token }));
  expect(ofBuyer.account).toMatchObject({ name: 'Bert Buyer', email: buyer.email, role: 'buyer' });
  expect(ofBuyer.orders).toMatchObject([
    { _id: orderId, ...contact, state: 'paid', payments: [{ state: 'succeeded', price: 345 }] },
  ]);
  expect(ofBuyer.reports).toMatchObject([{ productId: reported, state: 'open' }]);
  expect(ofBuyer.mails.length).toBeGreaterThan(0);
  expect(ofBuyer.mails.every(({ sentAt }) => sentAt !== null)).toBe(true);
  expect(JSON.stringify(ofBuyer)).not.toContain('Selma');

  const ofSeller = answerOf(await shop.call(readOwnData, { token: seller.token }));
  expect(ofSeller.products).toHaveLength(3);
  expect(ofSeller.pictures).toMatchObject([{ img }]);
  expect(ofSeller.sales).toMatchObject([{ orderId, state: 'paid', price: 345 }]);
  for (const foreign of ['Bert', buyer.email, contact.phone, contact.location]) {
    expect(JSON.stringify(ofSeller)).not.toContain(foreign);
  }
});

test('who deletes their account is nobody at once, and what the books need stays without them', async () => {
  const [seller, leaving] = [
    await shop.person('seller', { name: 'Selma Seller' }),
    await shop.person('buyer', { name: 'Lea Leaving', email: 'lea@mail.com' }),
  ];
  const phone = '+33 7 00 11 22 33';
  const paid = await paidOrder(leaving, seller, phone);
  const heldPhone = await shop.product(seller);
  const held = await order(leaving, heldPhone, phone);
  expect(codeOf(await leave(leaving, 'other@mail.com'))).toBe('rule.broken');
  expect(codeOf(await leave(leaving, ' LEA@mail.com '))).toBe('ok');

  expect(codeOf(await shop.call(readOwnData, { token: leaving.token }))).toBe('account.removed');
  expect(codeOf(await leave(leaving))).toBe('account.removed');
  await shop.runJobs();
  expect(shop.deletedAccounts).toContain(leaving.uid);
  const { rows } = await shop.db.execute(
    sql`select id, state, price_cents, phone from orders where id in (${paid}, ${held}) order by state`,
  );
  expect(rows).toMatchObject([
    { id: held, state: 'expired', phone: '' },
    { id: paid, state: 'paid', price_cents: '34500', phone },
  ]);
  expect(await brokenInvariants(shop.db, true)).toEqual([]);

  await pass31Days();
  expect(await tracesOf(['Lea', 'lea@', phone])).toEqual([]);
  expect(
    await shop.db.execute(sql`select price_cents from orders where id = ${paid}`),
  ).toMatchObject({ rows: [{ price_cents: '34500' }] });
});

test("a seller's unsold phones go with the account, sold ones stay their buyers'", async () => {
  const seller = await shop.person('seller', { name: 'Sven Seller', email: 'sven@mail.com' });
  const buyer = await shop.person('buyer');
  const unsold = await shop.product(seller, { name: 'Unsold phone' });
  const ordered = await shop.product(seller);
  const held = await order(buyer, ordered);
  const paid = await paidOrder(buyer, seller);
  answerOf(await leave(seller));
  await shop.runJobs();
  const listed = answerOf(await shop.call(listProducts, {}));
  expect(listed.map(({ _id }) => _id)).not.toContain(unsold);
  const { rows } = await shop.db.execute(
    sql`select id, state from orders where id in (${paid}, ${held})`,
  );
  expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
    [paid]: 'paid',
    [held]: 'expired',
  });
  // What the buyers were mailed goes with time, too.
  const traces = await tracesOf(['Sven', 'sven@']);
  expect(traces.filter((trace) => !trace.startsWith('outbox'))).toEqual([]);
  expect(await brokenInvariants(shop.db, true)).toEqual([]);
  await pass31Days();
  expect(await tracesOf(['Sven', 'sven@'])).toEqual([]);
});

test('the address is free again for a new account, which has nothing of the old one', async () => {
  const email = 'again@mail.com';
  const before = await shop.person('buyer', { email });
  answerOf(await leave(before));
  const { idToken } = shop.identity({ email });
  const body = { name: 'Again', email, role: 'seller' as const };
  const { insertedId } = answerOf(await shop.call(createUser, { body, token: idToken }));
  expect(insertedId).not.toBe(before.id);
  const { token } = answerOf(await shop.call(exchangeToken, { body: { email }, token: idToken }));
  expect(answerOf(await shop.call(readOwnData, { token })).orders).toEqual([]);
});

test('of two admins who leave at once, one stays', async () => {
  const alone = await testApp();
  const [one, other] = [await alone.person('admin'), await alone.person('admin')];
  const codes = await Promise.all(
    [one, other].map(async ({ email, token }) =>
      codeOf(await alone.call(deleteOwnAccount, { body: { email }, token })),
    ),
  );
  expect(codes.sort()).toEqual(['ok', 'user.admin']);
  await alone.close();
});
