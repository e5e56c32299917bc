import {
  deleteOwnAccount,
  deleteUser,
  listSellerRecords,
  openSellerRecord,
  placeOrder,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contact } from '../../../test/security/fixtures.ts';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { findAccountData } from '../../adapters/identity/account-data.ts';
import { identityAccounts, identityUsers, payoutAccounts } from '../../db/schema/index.ts';
import { issueToken } from '../../platform/tokens.ts';

const reason = 'Request of the police, file 26-4711';

let app: TestApp;
let admin: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  Object.assign(app.deps.identity, {
    findAccountData: (uid: string) => findAccountData(app.db, uid),
  });
  // How an order gets into a state does not matter here.
  await app.database.executeAsOwner('alter table orders disable trigger user');
  await app.database.executeAsOwner('alter table orders drop constraint orders_paid_payment');
  admin = await app.insertUser('admin', { name: 'Ada Admin' });
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

/** An order of the seller in a state that it reached some days ago. */
async function sell(seller: TestUser, state: string, days = 0): Promise<string> {
  const productId = await app.insertProduct(seller, {
    sellerPhone: '+33 7 11 22 33 44',
    location: 'Lyon, Croix-Rousse',
  });
  const body = { productId, ...contact };
  const { insertedId: id } = unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  await app.db.execute(sql`update orders set state = ${state},
    changed_at = now() - make_interval(days => ${days}),
    paid_payment_id = case when ${state} in ('unpaid', 'expired') then null else gen_random_uuid() end
    where id = ${id}`);
  return id;
}

const remove = ({ token, email }: TestUser) =>
  app.call(deleteOwnAccount, { body: { email }, token });
const open = (id: string, { token }: TestUser = admin) =>
  app.call(openSellerRecord, { params: { id }, body: { reason }, token });
const find = async (q?: string) =>
  unwrap(await app.call(listSellerRecords, { query: q ? { q } : {}, token: admin.token }));

async function rowOf(id: string): Promise<string | undefined> {
  const { rows } = await app.db.execute(
    sql`select r::text as row from seller_records r where user_id = ${id}`,
  );
  return rows[0] && String(rows[0].row);
}

test('who deletes the account seconds after a sale leaves a record that an admin opens with a reason', async () => {
  const seller = await app.insertUser('seller', { name: 'Gone Girl', email: 'gone@mail.com' });
  await app.db
    .insert(identityUsers)
    .values({ id: seller.uid, name: 'Gone Girl', email: 'gone@mail.com' });
  await app.db.insert(identityAccounts).values({
    id: 'google of the seller',
    accountId: 'google-4711',
    providerId: 'google',
    userId: seller.uid,
  });
  await app.db
    .insert(payoutAccounts)
    .values({ userId: seller.id, provider: 'sandbox', accountId: 'acct_gone', status: 'enabled' });
  const orderId = await sell(seller, 'completed');
  unwrap(await remove(seller));

  const row = await rowOf(seller.id);
  for (const word of ['Gone', 'gone@', '+33', 'Lyon', 'acct_gone', 'google-4711', seller.uid]) {
    expect(row).not.toContain(word);
    expect(Buffer.from(row ?? '', 'base64url').toString('latin1')).not.toContain(word);
  }
  expect(row).toBeDefined();
  expect(await find(orderId)).toMatchObject([
    { _id: seller.id, deletedBy: 'user', sales: 1, openings: [] },
  ]);

  expect(unwrap(await open(seller.id))).toEqual({
    name: 'Gone Girl',
    email: 'gone@mail.com',
    emailVerified: false,
    varified: false,
    uid: seller.uid,
    signedUpAt: expect.any(String),
    signInMethods: [{ provider: 'google', accountId: 'google-4711' }],
    phones: ['+33 7 11 22 33 44'],
    locations: ['Lyon, Croix-Rousse'],
    payoutAccounts: [{ provider: 'sandbox', accountId: 'acct_gone' }],
  });
  expect((await find(seller.id))[0]?.openings).toEqual([
    { at: expect.any(String), admin: 'Ada Admin', reason },
  ]);
});

test('only admins with a recent sign-in and a reason open a record, and nothing else is logged', async () => {
  const seller = await app.insertUser('seller');
  await sell(seller, 'completed');
  unwrap(await remove(seller));
  const other = await app.insertUser('seller');
  expect(resultCode(await open(seller.id, buyer))).toBe('role.forbidden');
  expect(resultCode(await open(seller.id, other))).toBe('role.forbidden');
  const stale = await issueToken(app.deps, { ...admin, authTime: Date.now() / 1000 - 16 * 60 });
  expect(resultCode(await open(seller.id, { ...admin, token: stale }))).toBe(
    'session.step-up-required',
  );
  const blank = await app.call(openSellerRecord, {
    params: { id: seller.id },
    body: { reason: ' '.repeat(20) },
    token: admin.token,
  });
  expect(resultCode(blank)).toBe('validation.failed');
  expect((await find(seller.id))[0]?.openings).toEqual([]);
  expect(resultCode(await open(buyer.id))).toBe('seller-record.not-found');
});

test('a record cannot be moved to another seller, and one that cannot be read is not logged as opened', async () => {
  const [one, two] = [await app.insertUser('seller'), await app.insertUser('seller')];
  for (const seller of [one, two]) {
    await sell(seller, 'completed');
    unwrap(await remove(seller));
  }
  await app.db.execute(sql`update seller_records set sealed =
    (select sealed from seller_records where user_id = ${one.id}) where user_id = ${two.id}`);
  expect(resultCode(await open(two.id))).toBe('seller-record.unreadable');
  expect((await find(two.id))[0]?.openings).toEqual([]);
  expect(resultCode(await open(one.id))).toBe('ok');
});

test('the log of openings is append-only', async () => {
  for (const statement of [
    "update seller_record_openings set reason = 'another'",
    'delete from seller_record_openings',
  ]) {
    await expect(app.database.executeAsOwner(statement)).rejects.toThrow(/append-only/);
  }
});

test.each([
  ['completed', 179, true],
  ['completed', 181, false],
  ['refunded', 10, true],
  ['unpaid', 0, false],
  ['expired', 0, false],
] as const)(
  'a seller whose last order has been %s for %i days leaves a record: %s',
  async (state, days, expected) => {
    const seller = await app.insertUser('seller');
    await sell(seller, state, days);
    unwrap(await remove(seller));
    expect((await rowOf(seller.id)) !== undefined).toBe(expected);
  },
);

test('who only bought leaves no record', async () => {
  const seller = await app.insertUser('seller');
  const onlyBuyer = await app.insertUser('buyer');
  const productId = await app.insertProduct(seller);
  const body = { productId, ...contact };
  const { insertedId } = unwrap(await app.call(placeOrder, { body, token: onlyBuyer.token }));
  await app.db.execute(sql`update orders set state = 'completed',
    paid_payment_id = gen_random_uuid() where id = ${insertedId}`);
  unwrap(await remove(onlyBuyer));
  expect(await rowOf(onlyBuyer.id)).toBeUndefined();
});

test('who was paid out leaves a record', async () => {
  const seller = await app.insertUser('seller');
  await app.db.execute(sql`insert into payouts (id, user_id, provider, account_id, amount_cents, state)
    values (gen_random_uuid(), ${seller.id}, 'sandbox', 'acct_paid', 100, 'settled')`);
  unwrap(await remove(seller));
  expect(unwrap(await open(seller.id)).payoutAccounts).toEqual([
    { provider: 'sandbox', accountId: 'acct_paid' },
  ]);
});

test('a seller whom an admin deletes during a sale leaves a record, which is kept until the sale is over', async () => {
  const seller = await app.insertUser('seller', { name: 'Banned' });
  const orderId = await sell(seller, 'in_transit', 400);
  unwrap(await app.call(deleteUser, { params: { id: seller.id }, token: admin.token }));
  await app.runJobs('purge-contact-data');
  expect(await find(orderId)).toMatchObject([
    { _id: seller.id, deletedBy: 'admin', lastTradeAt: null, keptUntil: null },
  ]);
  await app.db.execute(sql`update orders set state = 'completed',
    changed_at = now() - interval '1 day' where id = ${orderId}`);
  const [record] = await find(orderId);
  const keptMs = Date.parse(record?.keptUntil ?? '') - Date.parse(record?.lastTradeAt ?? '');
  expect(keptMs).toBe(180 * 86_400_000);
  expect(unwrap(await open(seller.id)).name).toBe('Banned');
});

test('records are found by the id of the user, an order or a product, and by nothing else', async () => {
  const seller = await app.insertUser('seller');
  const orderId = await sell(seller, 'completed');
  const { rows } = await app.db.execute(sql`select product_id from orders where id = ${orderId}`);
  unwrap(await remove(seller));
  const ids = async (q: string) => (await find(q)).map(({ _id }) => _id);
  for (const q of [seller.id, ` ${orderId.toUpperCase()} `, String(rows[0]?.product_id)]) {
    expect(await ids(q)).toEqual([seller.id]);
  }
  for (const q of [buyer.id, 'Gone', "' or true --"]) expect(await ids(q)).toEqual([]);
  expect((await find()).length).toBeGreaterThan(1);
});
