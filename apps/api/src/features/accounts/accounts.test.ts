import {
  addProduct,
  becomeSeller,
  createUser,
  deleteUser,
  exchangeToken,
  getAdminFlag,
  getSellerFlag,
  listAuditEntries,
  listBuyers,
  listOrders,
  listProducts,
  listSellers,
  placeOrder,
  updateProfile,
  verifySeller,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  newProductInput,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { createSecondFactorAdministration } from '../../adapters/identity/account-administration.ts';
import { products, users } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { grantAdmin, revokeAdmin } from './admins.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { listTeam } from './staff-roles.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
});
afterAll(() => app.close());

const signUp = (idToken: string, body: { name: string; email: string; role: 'buyer' | 'seller' }) =>
  app.call(createUser, { body, token: idToken });
const exchange = (idToken: string, email: string) =>
  app.call(exchangeToken, { body: { email }, token: idToken });
const remove = (id: string, caller = admin) =>
  app.call(deleteUser, { params: { id }, token: caller.token });

test('an ID token is exchanged for a valid marketplace token', async () => {
  const { idToken, email } = app.createIdentity();
  const { token } = unwrap(await exchange(idToken, ` ${email.toUpperCase()} `));
  const before = await app.call(listOrders, { query: { email }, token });
  expect(resultCode(before)).toBe('account.profile-missing');
  unwrap(await signUp(idToken, { name: 'Nora', email, role: 'buyer' }));
  expect(unwrap(await app.call(listOrders, { query: { email }, token }))).toEqual([]);
});

test('no token is issued without an ID token or for another e-mail', async () => {
  const { idToken } = app.createIdentity();
  const bare = await app.server.inject({
    method: 'POST',
    url: '/jwt',
    payload: { email: admin.email },
  });
  expect(bare.statusCode).toBe(401);
  expect(bare.json().code).toBe('token.missing');
  expect(resultCode(await exchange(idToken, admin.email))).toBe('account.not-owner');
  expect(resultCode(await exchange(admin.token, admin.email))).toBe('token.invalid');
});

test('a marketplace token expires after one hour', async () => {
  const { idToken, email } = app.createIdentity();
  unwrap(await signUp(idToken, { name: 'Nora', email, role: 'buyer' }));
  const { token } = unwrap(await exchange(idToken, email));
  app.setNow(new Date(Date.now() + 3700_000));
  const expired = await app.call(listOrders, { query: { email }, token });
  app.setNow(undefined);
  expect(resultCode(expired)).toBe('token.invalid');
});

test('a user record is created once, with the requested role or as a buyer, and never as admin or verified', async () => {
  const { idToken, email, uid } = app.createIdentity();
  const first = unwrap(await signUp(idToken, { name: 'Sam', email, role: 'seller' }));
  const again = unwrap(await signUp(idToken, { name: 'Other', email, role: 'buyer' }));
  expect(again).toEqual(first);
  const [row] = await app.db.select().from(users).where(eq(users.identityUid, uid));
  expect(row).toMatchObject({ name: 'Sam', role: 'seller', verified: false });
  const post = (identity: { idToken: string; email: string }, role: unknown) =>
    app.server.inject({
      method: 'POST',
      url: '/users',
      headers: { authorization: `Bearer ${identity.idToken}` },
      payload: { name: 'Eve', email: identity.email, role, varified: true },
    });
  for (const role of ['admin', 'root', 7, null])
    expect((await post(app.createIdentity(), role)).statusCode).toBe(400);
  for (const role of ['seller', undefined]) {
    const eve = app.createIdentity();
    expect((await post(eve, role)).statusCode).toBe(200);
    const [created] = await app.db.select().from(users).where(eq(users.identityUid, eve.uid));
    expect(created).toMatchObject({ role: role ?? 'buyer', verified: false });
  }
});

test('ten concurrent sign-ups of an identity create one record', async () => {
  const { idToken, email } = app.createIdentity();
  const results = await Promise.all(
    Array.from({ length: 10 }, () => signUp(idToken, { name: 'Sam', email, role: 'buyer' })),
  );
  expect(new Set(results.map((one) => unwrap(one).insertedId)).size).toBe(1);
});

test('an identity cannot sign up with the e-mail of another user', async () => {
  const owner = await app.insertUser('seller', { email: 'Rana@Mail.com' });
  const thief = app.createIdentity({ email: 'rana@mail.com' });
  const taken = await signUp(thief.idToken, { name: 'R', email: thief.email, role: 'buyer' });
  expect(resultCode(taken)).toBe('account.email-taken');
  const kelvin = app.createIdentity({ email: 'ran\u212A@mail.com' });
  const odd = await signUp(kelvin.idToken, { name: 'K', email: kelvin.email, role: 'buyer' });
  expect(resultCode(odd)).not.toBe('ok');
  expect(owner.email).toBe('Rana@Mail.com');
});

test('users can read their own role flags, and admins those of everyone', async () => {
  const seller = await app.insertUser('seller');
  const isAdmin = (email: string, caller: TestUser) =>
    app.call(getAdminFlag, { params: { email }, token: caller.token });
  const isSeller = (email: string, caller: TestUser) =>
    app.call(getSellerFlag, { params: { email }, token: caller.token });
  expect(unwrap(await isAdmin(seller.email, seller))).toEqual({ isAdmin: false });
  expect(unwrap(await isSeller(seller.email, seller))).toEqual({ isSeller: true });
  expect(unwrap(await isAdmin(admin.email, admin))).toEqual({ isAdmin: true });
  expect(unwrap(await isSeller(admin.email, admin))).toEqual({ isSeller: false });
  expect(unwrap(await isSeller(seller.email.toUpperCase(), admin)).isSeller).toBe(true);
  expect(resultCode(await isAdmin(admin.email, seller))).toBe('account.not-owner');
  expect(resultCode(await isSeller(admin.email, seller))).toBe('account.not-owner');
});

test('the operator grants and revokes the admin role of users who have signed up', async () => {
  const seller = await app.insertUser('seller');
  const ended: string[] = [];
  let verified = false;
  const deps = {
    db: app.db,
    accounts: {
      isEmailVerified: async () => verified,
      endSessions: async (uid: string) => void ended.push(uid),
    },
  };
  const grant = async (email: string) => (await grantAdmin(deps, 'operator', { email })).outcome;
  expect(await grant('nobody@mail.com')).toBe('not-found');
  // Somebody who signed up with an address need not own it.
  expect(await grant(seller.email)).toBe('unverified');
  expect(resultCode(await app.call(listBuyers, { token: seller.token }))).toBe('role.forbidden');
  verified = true;
  expect(await grantAdmin(deps, 'operator', { email: seller.email.toUpperCase() })).toEqual({
    outcome: 'changed',
    user: { id: seller.id, uid: seller.uid, createdAt: expect.any(Date) },
  });
  expect(ended).toEqual([seller.uid]);
  expect(await grant(seller.email)).toBe('unchanged');
  expect((await listTeam(app.deps)).map(({ email }) => email)).toContain(seller.email);
  expect(resultCode(await app.call(listBuyers, { token: seller.token }))).toBe('ok');
  expect(await revokeAdmin(app.deps, 'operator', { email: seller.email })).toMatchObject({
    outcome: 'changed',
  });
  expect(resultCode(await app.call(listBuyers, { token: seller.token }))).toBe('role.forbidden');
  const query = { q: seller.id };
  const log = unwrap(await app.call(listAuditEntries, { query, token: admin.token }));
  const operator = { actor: { role: 'operator', _id: null, name: null }, network: null };
  expect(log.entries).toMatchObject([
    { action: 'admin.revoked', changes: [{ before: 'admin', after: 'buyer' }], ...operator },
    { action: 'admin.granted', changes: [{ before: 'seller', after: 'admin' }], ...operator },
  ]);
});

test('the operator resets a second factor, which ends the sessions, is recorded and announced', async () => {
  const user = await app.insertUser('buyer');
  const bystander = await app.insertUser('buyer');
  for (const { uid, email } of [user, bystander]) {
    await app.db.execute(sql`insert into identity."user" (id, name, email, two_factor_enabled)
      values (${uid}, 'Rana', ${email}, true)`);
    await app.db.execute(sql`insert into identity.two_factor
      (id, user_id, secret, backup_codes, verified) values (${uid}, ${uid}, '', '[]', true)`);
    await app.db.execute(sql`insert into identity.session (id, expires_at, token, user_id)
      values (${uid}, now() + interval '1 day', ${uid}, ${uid})`);
  }
  const deps = { ...app.deps, accountsIn: createSecondFactorAdministration };
  const reset = (email: string) => resetSecondFactor(deps, 'operator', { email });
  expect(await reset('nobody@mail.com')).toBe('not-found');
  expect(await reset(user.email.toUpperCase())).toBe('changed');
  expect(await reset(user.email)).toBe('unchanged');
  for (const table of ['two_factor', 'session']) {
    const { rows } = await app.db.execute(sql.raw(`select id from identity.${table}`));
    expect([table, rows]).toEqual([table, [{ id: bystander.uid }]]);
  }
  const { rows } = await app.db.execute(
    sql`select id from identity."user" where two_factor_enabled`,
  );
  expect(rows).toEqual([{ id: bystander.uid }]);
  const query = { q: user.id };
  const log = unwrap(await app.call(listAuditEntries, { query, token: admin.token }));
  expect(log.entries).toMatchObject([
    { action: 'second-factor.reset', actor: { role: 'operator' } },
  ]);
  await app.runJobs('dispatch-outbox');
  const mails = app.sentMails.filter(({ to }) => to === user.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Two-factor sign-in was switched off for your Redial account',
  ]);
});

test('the lists of buyers and sellers contain exactly the fields of the contract', async () => {
  const buyer = await app.insertUser('buyer', { name: 'Ben' });
  const seller = await app.insertUser('seller', { name: 'Rana' });
  const buyers = unwrap(await app.call(listBuyers, { token: admin.token }));
  const sellers = unwrap(await app.call(listSellers, { token: admin.token }));
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

test('an admin verifies a seller, whose products are then marked as verified', async () => {
  const seller = await app.insertUser('seller');
  const productId = await app.insertProduct(seller);
  const verify = () =>
    app.call(verifySeller, { params: { email: seller.email }, token: admin.token });
  expect(unwrap(await verify()).modifiedCount).toBe(1);
  expect(unwrap(await verify()).modifiedCount).toBe(0);
  const list = unwrap(await app.call(listProducts, {}));
  expect(list.find(({ _id }) => _id === productId)?.varified).toBe(true);
  const buyer = await app.insertUser('buyer');
  const wrong = await app.call(verifySeller, {
    params: { email: buyer.email },
    token: admin.token,
  });
  expect(resultCode(wrong)).toBe('seller.not-found');
});

test('verifying a seller does not support HEAD and requires the bearer token', async () => {
  const seller = await app.insertUser('seller');
  const url = `/api/seller/verify/${encodeURIComponent(seller.email)}`;
  const headers = { authorization: `Bearer ${admin.token}` };
  expect((await app.server.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404);
  expect((await app.server.inject({ method: 'GET', url })).statusCode).toBe(401);
  const [row] = await app.db.select().from(users).where(eq(users.id, seller.id));
  expect(row?.verified).toBe(false);
  const done = await app.server.inject({ method: 'GET', url, headers });
  expect(done.headers['cache-control']).toContain('no-store');
});

test('the token of a deleted user is invalid immediately, and the identity cannot sign up again', async () => {
  const { idToken, email, uid } = app.createIdentity();
  const { insertedId } = unwrap(await signUp(idToken, { name: 'Sam', email, role: 'buyer' }));
  const { token } = unwrap(await exchange(idToken, email));
  expect(unwrap(await remove(insertedId)).deletedCount).toBe(1);
  expect(resultCode(await app.call(listOrders, { query: { email }, token }))).toBe(
    'account.removed',
  );
  expect(resultCode(await exchange(idToken, email))).toBe('account.removed');
  expect(resultCode(await signUp(idToken, { name: 'Sam', email, role: 'seller' }))).toBe(
    'account.removed',
  );
  await app.runJobs();
  expect(app.deletedAccounts).toContain(uid);
  expect(resultCode(await remove(insertedId))).toBe('user.not-found');
});

test('only admins can delete users, and not other admins', async () => {
  const other = await app.insertUser('admin');
  expect(resultCode(await remove(other.id))).toBe('user.is-admin');
  expect(resultCode(await remove(newId()))).toBe('user.not-found');
  const seller = await app.insertUser('seller');
  expect(resultCode(await remove(other.id, seller))).toBe('role.forbidden');
});

test('deleting a seller removes unsold products and closes their unpaid orders', async () => {
  const seller = await app.insertUser('seller');
  const buyer = await app.insertUser('buyer');
  const free = await app.insertProduct(seller);
  const held = await app.insertProduct(seller);
  const body = { productId: held, phone: '0612345678', location: 'Here' };
  unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  unwrap(await remove(seller.id));
  const list = unwrap(await app.call(listProducts, {}));
  expect(list.filter(({ _id }) => _id === free || _id === held)).toEqual([]);
  await app.runJobs();
  const open = await app.call(listOrders, { query: { email: buyer.email }, token: buyer.token });
  expect(unwrap(open)).toEqual([]);
});

test('deleting a buyer makes reserved products available again', async () => {
  const seller = await app.insertUser('seller');
  const buyer = await app.insertUser('buyer');
  const productId = await app.insertProduct(seller);
  const body = { productId, phone: '0612345678', location: 'Here' };
  unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  unwrap(await remove(buyer.id));
  await app.runJobs();
  const [row] = await app.db.select().from(products).where(eq(products.id, productId));
  expect(row?.status).toBe('Available');
});

test('a token is rejected as soon as its identity session has ended', async () => {
  const identity = app.createIdentity();
  const { idToken, email, sessionId = '' } = identity;
  unwrap(await signUp(idToken, { name: 'Nora', email, role: 'buyer' }));
  const { token } = unwrap(await exchange(idToken, email));
  unwrap(await app.call(listOrders, { query: { email }, token }));
  app.endedSessions.add(sessionId);
  for (const result of [
    await app.call(listOrders, { query: { email }, token }),
    await app.call(getSellerFlag, { params: { email }, token }),
    await app.call(listProducts, { token }),
    await exchange(idToken, email),
    await signUp(idToken, { name: 'Nora', email, role: 'buyer' }),
  ]) {
    expect(resultCode(result)).toBe('token.invalid');
  }
});

test('where verified addresses are required, an unverified user can neither order nor list', async () => {
  const strict = await createTestApp({ settings: { requireVerifiedEmail: true } });
  try {
    const claims = strict.createIdentity();
    const { idToken, email } = claims;
    unwrap(
      await strict.call(createUser, {
        body: { name: 'Nora', email, role: 'seller' },
        token: idToken,
      }),
    );
    const exchange = () => strict.call(exchangeToken, { body: { email }, token: idToken });
    const { token } = unwrap(await exchange());
    const productId = await strict.insertProduct(await strict.insertUser('seller'));
    const order = () =>
      strict.call(placeOrder, {
        body: { productId, phone: '+33 6 12 34 56 78', location: 'Lyon' },
        token,
      });
    const list = () => strict.call(addProduct, { body: newProductInput(), token });
    expect(resultCode(await order())).toBe('account.email-unverified');
    expect(resultCode(await list())).toBe('account.email-unverified');

    strict.createIdentity({ ...claims, emailVerified: true });
    unwrap(await exchange());
    expect(resultCode(await order())).toBe('ok');
    // The image is not one of this seller's, but the address is no longer the problem.
    expect(resultCode(await list())).toBe('validation.failed');
  } finally {
    await strict.close();
  }
});

test('a buyer becomes a seller with one request, and keeps orders', async () => {
  const owner = await app.insertUser('seller');
  const buyer = await app.insertUser('buyer');
  const productId = await app.insertProduct(owner);
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  const become = ({ token }: TestUser) => app.call(becomeSeller, { token });
  const results = await Promise.all([become(buyer), become(buyer)]);
  expect(results.map((result) => unwrap(result).modifiedCount).toSorted()).toEqual([0, 1]);
  const { email, token } = buyer;
  expect(unwrap(await app.call(getSellerFlag, { params: { email }, token })).isSeller).toBe(true);
  expect(unwrap(await app.call(listOrders, { query: { email }, token }))).toHaveLength(1);
  const seller = unwrap(await app.call(listSellers, { token: admin.token })).find(
    (listed) => listed.email === email,
  );
  expect(seller).toMatchObject({ role: 'seller', varified: false });
  expect(resultCode(await become(admin))).toBe('role.forbidden');
});

test('users change their own name', async () => {
  const seller = await app.insertUser('seller');
  const productId = await app.insertProduct(seller);
  const change = (name: string) => app.call(updateProfile, { body: { name }, token: seller.token });
  expect(resultCode(await change(' '))).toBe('validation.failed');
  expect(resultCode(await change('Rana\nAhmed'))).toBe('validation.failed');
  unwrap(await change('  Rana Ahmed '));
  const listed = unwrap(await app.call(listProducts, {})).find(({ _id }) => _id === productId);
  expect(listed?.sellerName).toBe('Rana Ahmed');
});
