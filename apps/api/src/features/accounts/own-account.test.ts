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

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const leave = ({ token, email }: TestUser, typed = email) =>
  app.call(deleteOwnAccount, { body: { email: typed }, token });

async function order(buyer: TestUser, productId: string, phone = contact.phone) {
  const body = { productId, ...contact, phone };
  return unwrap(await app.call(placeOrder, { body, token: buyer.token })).insertedId;
}

async function paidOrder(buyer: TestUser, seller: TestUser, phone?: string): Promise<string> {
  const orderId = await order(buyer, await app.insertProduct(seller), phone);
  const { rows } = await app.db.execute(sql`select price_cents from orders where id = ${orderId}`);
  const price = Number(rows[0]?.price_cents) / 100;
  const asked = await app.call(createPaymentIntent, {
    body: { price, orderId },
    token: buyer.token,
  });
  const { id: transactionId } = await app.pay(unwrap(asked).clientSecret);
  const body = { price, transactionId, email: buyer.email, orderId };
  unwrap(await app.call(recordPayment, { body, token: buyer.token }));
  return orderId;
}

async function pass31Days(): Promise<void> {
  await app.db.execute(sql`update payments set changed_at = changed_at - interval '31 days'`);
  await app.db.execute(sql`update outbox set done_at = done_at - interval '31 days'`);
  await app.runJobs('purge-contact-data');
}

/** Every row of every table that still says this anywhere. */
async function tracesOf(words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['users', 'products', 'orders', 'payments', 'reports', 'images', 'outbox']) {
    const { rows } = await app.db.execute(sql.raw(`select t::text as text from ${table} t`));
    for (const { text } of rows) {
      if (words.some((word) => String(text).includes(word))) found.push(`${table}: ${text}`);
    }
  }
  return found;
}

test('a person is told all that is held of them, and nothing of others', async () => {
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
  expect(ofSeller.pictures).toMatchObject([{ img }]);
  expect(ofSeller.sales).toMatchObject([{ orderId, state: 'paid', price: 345 }]);
  for (const foreign of ['Bert', buyer.email, contact.phone, contact.location]) {
    expect(JSON.stringify(ofSeller)).not.toContain(foreign);
  }
});

test('who deletes their account is nobody at once, and what the books need stays without them', async () => {
  const [seller, leaving] = [
    await app.insertUser('seller', { name: 'Selma Seller' }),
    await app.insertUser('buyer', { name: 'Lea Leaving', email: 'lea@mail.com' }),
  ];
  const phone = '+33 7 00 11 22 33';
  const paid = await paidOrder(leaving, seller, phone);
  const heldPhone = await app.insertProduct(seller);
  const held = await order(leaving, heldPhone, phone);
  expect(resultCode(await leave(leaving, 'other@mail.com'))).toBe('validation.failed');
  expect(resultCode(await leave(leaving, ' LEA@mail.com '))).toBe('ok');

  expect(resultCode(await app.call(getDataExport, { token: leaving.token }))).toBe(
    'account.removed',
  );
  expect(resultCode(await leave(leaving))).toBe('account.removed');
  await app.runJobs();
  expect(app.deletedAccounts).toContain(leaving.uid);
  const { rows } = await app.db.execute(
    sql`select id, state, price_cents, phone from orders where id in (${paid}, ${held}) order by state`,
  );
  expect(rows).toMatchObject([
    { id: held, state: 'expired', phone: '' },
    { id: paid, state: 'paid', price_cents: '34500', phone },
  ]);
  expect(await findViolations(app.db, true)).toEqual([]);

  await pass31Days();
  expect(await tracesOf(['Lea', 'lea@', phone])).toEqual([]);
  expect(
    await app.db.execute(sql`select price_cents from orders where id = ${paid}`),
  ).toMatchObject({ rows: [{ price_cents: '34500' }] });
});

test("a seller's unsold phones go with the account, sold ones stay their buyers'", async () => {
  const seller = await app.insertUser('seller', { name: 'Sven Seller', email: 'sven@mail.com' });
  const buyer = await app.insertUser('buyer');
  const unsold = await app.insertProduct(seller, { name: 'Unsold phone' });
  const ordered = await app.insertProduct(seller);
  const held = await order(buyer, ordered);
  const paid = await paidOrder(buyer, seller);
  unwrap(await leave(seller));
  await app.runJobs();
  const listed = unwrap(await app.call(listProducts, {}));
  expect(listed.map(({ _id }) => _id)).not.toContain(unsold);
  const { rows } = await app.db.execute(
    sql`select id, state from orders where id in (${paid}, ${held})`,
  );
  expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
    [paid]: 'paid',
    [held]: 'expired',
  });
  // What the buyers were mailed goes with time, too.
  const traces = await tracesOf(['Sven', 'sven@']);
  expect(traces.filter((trace) => !trace.startsWith('outbox'))).toEqual([]);
  expect(await findViolations(app.db, true)).toEqual([]);
  await pass31Days();
  expect(await tracesOf(['Sven', 'sven@'])).toEqual([]);
});

test('the address is free again for a new account, which has nothing of the old one', async () => {
  const email = 'again@mail.com';
  const before = await app.insertUser('buyer', { email });
  unwrap(await leave(before));
  const { idToken } = app.createIdentity({ email });
  const body = { name: 'Again', email, role: 'seller' as const };
  const { insertedId } = unwrap(await app.call(createUser, { body, token: idToken }));
  expect(insertedId).not.toBe(before.id);
  const { token } = unwrap(await app.call(exchangeToken, { body: { email }, token: idToken }));
  expect(unwrap(await app.call(getDataExport, { token })).orders).toEqual([]);
});

test('of two admins who leave at once, one stays', async () => {
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
