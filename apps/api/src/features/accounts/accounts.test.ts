import {
  createUser,
  deleteUser,
  exchangeToken,
  getAdminFlag,
  getSellerFlag,
  listBuyers,
  listOrders,
  listProducts,
  listSellers,
  placeOrder,
  verifySeller,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, codeOf, type TestApp, type TestPerson, testApp } from '../../../test/app.ts';
import { products, users } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { grantAdmin, listAdmins, revokeAdmin } from './admins.ts';

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await testApp();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

const create = (idToken: string, body: { name: string; email: string; role: 'buyer' | 'seller' }) =>
  shop.call(createUser, { body, token: idToken });
const exchange = (idToken: string, email: string) =>
  shop.call(exchangeToken, { body: { email }, token: idToken });
const remove = (id: string, who = admin) =>
  shop.call(deleteUser, { params: { id }, token: who.token });

test('an ID token is exchanged for a marketplace token that works', async () => {
  const { idToken, email } = shop.identity();
  const { token } = answerOf(await exchange(idToken, ` ${email.toUpperCase()} `));
  const before = await shop.call(listOrders, { query: { email }, token });
  expect(codeOf(before)).toBe('account.incomplete');
  answerOf(await create(idToken, { name: 'Nora', email, role: 'buyer' }));
  expect(answerOf(await shop.call(listOrders, { query: { email }, token }))).toEqual([]);
});

test('no token is handed out for a mere e-mail, or for somebody else’s', async () => {
  const { idToken } = shop.identity();
  const bare = await shop.app.inject({
    method: 'POST',
    url: '/jwt',
    payload: { email: admin.email },
  });
  expect(bare.statusCode).toBe(401);
  expect(bare.json().code).toBe('token.missing');
  expect(codeOf(await exchange(idToken, admin.email))).toBe('account.not-yours');
  expect(codeOf(await exchange(admin.token, admin.email))).toBe('token.invalid');
});

test('a marketplace token runs out after an hour', async () => {
  const { idToken, email } = shop.identity();
  answerOf(await create(idToken, { name: 'Nora', email, role: 'buyer' }));
  const { token } = answerOf(await exchange(idToken, email));
  shop.setNow(new Date(Date.now() + 3700_000));
  const late = await shop.call(listOrders, { query: { email }, token });
  shop.setNow(undefined);
  expect(codeOf(late)).toBe('token.invalid');
});

test('a record is created once, in the role asked for, and never as admin or verified', async () => {
  const { idToken, email, uid } = shop.identity();
  const first = answerOf(await create(idToken, { name: 'Sam', email, role: 'seller' }));
  const again = answerOf(await create(idToken, { name: 'Other', email, role: 'buyer' }));
  expect(again).toEqual(first);
  const [row] = await shop.db.select().from(users).where(eq(users.identityUid, uid));
  expect(row).toMatchObject({ name: 'Sam', role: 'seller', verified: false });
  for (const role of ['admin', 'root', 7]) {
    const other = shop.identity();
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/users',
      headers: { authorization: `Bearer ${other.idToken}` },
      payload: { name: 'Eve', email: other.email, role, varified: true },
    });
    expect(answer.statusCode).toBe(400);
  }
  const eve = shop.identity();
  await shop.app.inject({
    method: 'POST',
    url: '/users',
    headers: { authorization: `Bearer ${eve.idToken}` },
    payload: { name: 'Eve', email: eve.email, role: 'seller', varified: true },
  });
  const [eveRow] = await shop.db.select().from(users).where(eq(users.identityUid, eve.uid));
  expect(eveRow?.verified).toBe(false);
});

test('the same sign-up ten times at once makes one record', async () => {
  const { idToken, email } = shop.identity();
  const results = await Promise.all(
    Array.from({ length: 10 }, () => create(idToken, { name: 'Sam', email, role: 'buyer' })),
  );
  expect(new Set(results.map((one) => answerOf(one).insertedId)).size).toBe(1);
});

test('an identity cannot take the address of another person', async () => {
  const owner = await shop.person('seller', { email: 'Rana@Mail.com' });
  const thief = shop.identity({ email: 'rana@mail.com' });
  const taken = await create(thief.idToken, { name: 'R', email: thief.email, role: 'buyer' });
  expect(codeOf(taken)).toBe('account.email-taken');
  const kelvin = shop.identity({ email: 'ran\u212A@mail.com' });
  const odd = await create(kelvin.idToken, { name: 'K', email: kelvin.email, role: 'buyer' });
  expect(codeOf(odd)).not.toBe('ok');
  expect(owner.email).toBe('Rana@Mail.com');
});

test('the role flags answer about oneself, and about anybody to an admin', async () => {
  const seller = await shop.person('seller');
  const isAdmin = (email: string, who: TestPerson) =>
    shop.call(getAdminFlag, { params: { email }, token: who.token });
  const isSeller = (email: string, who: TestPerson) =>
    shop.call(getSellerFlag, { params: { email }, token: who.token });
  expect(answerOf(await isAdmin(seller.email, seller))).toEqual({ isAdmin: false });
  expect(answerOf(await isSeller(seller.email, seller))).toEqual({ isSeller: true });
  expect(answerOf(await isAdmin(admin.email, admin))).toEqual({ isAdmin: true });
  expect(answerOf(await isSeller(admin.email, admin))).toEqual({ isSeller: false });
  expect(answerOf(await isSeller(seller.email.toUpperCase(), admin)).isSeller).toBe(true);
  expect(codeOf(await isAdmin(admin.email, seller))).toBe('account.not-yours');
  expect(codeOf(await isSeller(admin.email, seller))).toBe('account.not-yours');
});

test('the operator makes and unmakes admins, among people who have signed up', async () => {
  const seller = await shop.person('seller');
  expect(await grantAdmin(shop.deps, 'nobody@mail.com')).toBe('unknown');
  expect(await grantAdmin(shop.deps, seller.email.toUpperCase())).toBe('changed');
  expect(await grantAdmin(shop.deps, seller.email)).toBe('unchanged');
  expect((await listAdmins(shop.deps)).map(({ email }) => email)).toContain(seller.email);
  expect(codeOf(await shop.call(listBuyers, { token: seller.token }))).toBe('ok');
  expect(await revokeAdmin(shop.deps, seller.email)).toBe('changed');
  expect(codeOf(await shop.call(listBuyers, { token: seller.token }))).toBe('role.forbidden');
});

test('the lists of buyers and sellers hold the fields of the contract and nothing more', async () => {
  const buyer = await shop.person('buyer', { name: 'Ben' });
  const seller = await shop.person('seller', { name: 'Rana' });
  const buyers = answerOf(await shop.call(listBuyers, { token: admin.token }));
  const sellers = answerOf(await shop.call(listSellers, { token: admin.token }));
  expect(buyers.find(({ _id }) => _id === buyer.id)).toEqual({
    _id: buyer.id,
    name: 'Ben',
    email: buyer.email,
    role: 'buyer',
  });
  expect(sellers.find(({ _id }) => _id === seller.id)).toEqual({
    _id: seller.id,
    name: 'Rana',
    email: seller.email,
    role: 'seller',
    varified: false,
  });
  expect(sellers.some(({ _id }) => _id === buyer.id)).toBe(false);
});

test('an admin verifies a seller, whose phones then carry the badge', async () => {
  const seller = await shop.person('seller');
  const productId = await shop.product(seller);
  const verify = () =>
    shop.call(verifySeller, { params: { email: seller.email }, token: admin.token });
  expect(answerOf(await verify()).modifiedCount).toBe(1);
  expect(answerOf(await verify()).modifiedCount).toBe(0);
  const list = answerOf(await shop.call(listProducts, {}));
  expect(list.find(({ _id }) => _id === productId)?.varified).toBe(true);
  const buyer = await shop.person('buyer');
  const wrong = await shop.call(verifySeller, {
    params: { email: buyer.email },
    token: admin.token,
  });
  expect(codeOf(wrong)).toBe('seller.unknown');
});

test('verifying has no HEAD and needs the bearer token', async () => {
  const seller = await shop.person('seller');
  const url = `/api/seller/verify/${encodeURIComponent(seller.email)}`;
  const headers = { authorization: `Bearer ${admin.token}` };
  expect((await shop.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404);
  expect((await shop.app.inject({ method: 'GET', url })).statusCode).toBe(401);
  const [row] = await shop.db.select().from(users).where(eq(users.id, seller.id));
  expect(row?.verified).toBe(false);
  const done = await shop.app.inject({ method: 'GET', url, headers });
  expect(done.headers['cache-control']).toContain('no-store');
});

test('a deleted user’s token is worth nothing at once, and the account is not opened again', async () => {
  const { idToken, email, uid } = shop.identity();
  const { insertedId } = answerOf(await create(idToken, { name: 'Sam', email, role: 'buyer' }));
  const { token } = answerOf(await exchange(idToken, email));
  expect(answerOf(await remove(insertedId)).deletedCount).toBe(1);
  expect(codeOf(await shop.call(listOrders, { query: { email }, token }))).toBe('account.removed');
  expect(codeOf(await exchange(idToken, email))).toBe('account.removed');
  expect(codeOf(await create(idToken, { name: 'Sam', email, role: 'seller' }))).toBe(
    'account.removed',
  );
  await shop.runJobs();
  expect(shop.deletedAccounts).toContain(uid);
  expect(codeOf(await remove(insertedId))).toBe('user.unknown');
});

test('an admin cannot be deleted, and nobody else may delete', async () => {
  const other = await shop.person('admin');
  expect(codeOf(await remove(other.id))).toBe('user.admin');
  expect(codeOf(await remove(newId()))).toBe('user.unknown');
  const seller = await shop.person('seller');
  expect(codeOf(await remove(other.id, seller))).toBe('role.forbidden');
});

test('deleting a seller takes unsold phones off the market and closes unpaid orders on them', async () => {
  const seller = await shop.person('seller');
  const buyer = await shop.person('buyer');
  const free = await shop.product(seller);
  const held = await shop.product(seller);
  const body = { productId: held, phone: '0612345678', location: 'Here' };
  answerOf(await shop.call(placeOrder, { body, token: buyer.token }));
  answerOf(await remove(seller.id));
  const list = answerOf(await shop.call(listProducts, {}));
  expect(list.filter(({ _id }) => _id === free || _id === held)).toEqual([]);
  await shop.runJobs();
  const open = await shop.call(listOrders, { query: { email: buyer.email }, token: buyer.token });
  expect(answerOf(open)).toEqual([]);
});

test('deleting a buyer gives the phones held back', async () => {
  const seller = await shop.person('seller');
  const buyer = await shop.person('buyer');
  const productId = await shop.product(seller);
  const body = { productId, phone: '0612345678', location: 'Here' };
  answerOf(await shop.call(placeOrder, { body, token: buyer.token }));
  answerOf(await remove(buyer.id));
  await shop.runJobs();
  const [row] = await shop.db.select().from(products).where(eq(products.id, productId));
  expect(row?.status).toBe('Available');
});
