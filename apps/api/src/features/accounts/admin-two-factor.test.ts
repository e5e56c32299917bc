import {
  deleteOwnAccount,
  getAdminFlag,
  getModerationQueue,
  getOrder,
  getProduct,
  listBuyers,
  listNotifications,
  placeOrder,
} from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, resultCode, type TestApp, unwrap } from '../../../test/test-app.ts';
import { requiresSecondFactor } from './index.ts';

let app: TestApp;
/** The accounts that have a second factor. */
const withSecondFactor = new Set<string>();

beforeAll(async () => {
  app = await createTestApp({ settings: { requireAdminTwoFactor: true } });
  Object.assign(app.deps.identity, {
    hasSecondFactor: async ({ uid }: { uid: string }) => withSecondFactor.has(uid),
  });
});
afterAll(() => app.close());

test('an admin acts as one with a second factor only, and not after switching it off', async () => {
  const { token, uid, email } = await app.insertUser('admin');
  const list = async () => resultCode(await app.call(listBuyers, { token }));
  expect(await list()).toBe('account.second-factor-required');
  // The web app leads there who is one.
  expect(unwrap(await app.call(getAdminFlag, { params: { email }, token }))).toEqual({
    isAdmin: true,
  });
  expect(resultCode(await app.call(listNotifications, { token }))).toBe('ok');
  withSecondFactor.add(uid);
  expect(await list()).toBe('ok');
  withSecondFactor.delete(uid);
  expect(await list()).toBe('account.second-factor-required');
});

test('an admin without a second factor reads what any user reads', async () => {
  const admin = await app.insertUser('admin');
  const buyer = await app.insertUser('buyer');
  const productId = await app.insertProduct(await app.insertUser('seller'));
  const { insertedId: id } = unwrap(
    await app.call(placeOrder, {
      body: { productId, phone: '+1 202-555-0117', location: 'Porto, Portugal' },
      token: buyer.token,
    }),
  );
  const read = async () =>
    resultCode(await app.call(getOrder, { params: { id }, token: admin.token }));
  expect(await read()).toBe('order.not-found');
  withSecondFactor.add(admin.uid);
  expect(await read()).toBe('ok');
});

test('an admin without a second factor remains an admin', async () => {
  const alone = await createTestApp({ settings: { requireAdminTwoFactor: true } });
  const { email, token } = await alone.insertUser('admin');
  const result = await alone.call(deleteOwnAccount, { body: { email }, token });
  expect(resultCode(result)).toBe('user.is-admin');
  await alone.close();
});

test('staff need a second factor as admins do, and remain buyers without it', async () => {
  const { token, uid } = await app.insertUser('buyer', { staffRole: 'moderator' });
  const read = async () => resultCode(await app.call(getModerationQueue, { query: {}, token }));
  expect(await read()).toBe('account.second-factor-required');
  expect(resultCode(await app.call(listNotifications, { token }))).toBe('ok');
  const seller = await app.insertUser('seller');
  const id = await app.insertProduct(seller, { hiddenReasons: ['review'] });
  const see = async () => resultCode(await app.call(getProduct, { params: { id }, token }));
  expect(await see()).toBe('product.not-found');
  withSecondFactor.add(uid);
  expect([await read(), await see()]).toEqual(['ok', 'ok']);
});

test('admins and staff must have a second factor where it is required, and nobody else', async () => {
  const admin = await app.insertUser('admin');
  const moderator = await app.insertUser('buyer', { staffRole: 'moderator' });
  const seller = await app.insertUser('seller');
  const ask = (deps: Parameters<typeof requiresSecondFactor>[0]) =>
    Promise.all(
      [admin, moderator, seller].map(({ uid }) =>
        requiresSecondFactor(deps, 'identity provider', uid),
      ),
    );
  expect(await ask(app.deps)).toEqual([true, true, false]);
  const settings = { requireAdminTwoFactor: false };
  expect(await ask({ ...app.deps, settings })).toEqual([false, false, false]);
});
