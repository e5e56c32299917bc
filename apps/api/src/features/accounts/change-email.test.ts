import {
  createPaymentIntent,
  exchangeToken,
  getSellerFlag,
  listMyProducts,
  listOrders,
  listSellers,
  placeOrder,
  recordPayment,
  verifySeller,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { users } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { changeEmail } from './change-email.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
});
afterAll(() => app.close());

const newEmail = () => `New.${newId()}@mail.com`;
const findUser = async (id: string) => {
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  return user;
};

/** Changes the address as the identity provider does when both mailboxes have agreed. */
const change = (uid: string, email: string) =>
  changeEmail(app.db, 'identity provider', { uid, email });

test('the calls that go by an e-mail address go by the new one, and no longer by the old one', async () => {
  const seller = await app.insertUser('seller');
  const uid = (await findUser(seller.id))?.identityUid ?? '';
  await app.insertProduct(seller);
  const productId = await app.insertProduct(await app.insertUser('seller'));
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  unwrap(await app.call(placeOrder, { body, token: seller.token }));
  const email = newEmail();
  expect(await change(uid, email)).toBe(true);

  // The change has ended the session; this is the next one.
  const { idToken } = app.createIdentity({ uid, email });
  const { token } = unwrap(await app.call(exchangeToken, { body: { email }, token: idToken }));
  const own = { query: { email }, token };
  expect(unwrap(await app.call(listMyProducts, own))).toMatchObject([{ sellerEmail: email }]);
  expect(unwrap(await app.call(listOrders, own))).toMatchObject([{ email }]);
  expect(unwrap(await app.call(getSellerFlag, { params: { email }, token })).isSeller).toBe(true);
  const verified = await app.call(verifySeller, { params: { email }, token: admin.token });
  expect(unwrap(verified).modifiedCount).toBe(1);
  const sellers = unwrap(await app.call(listSellers, { token: admin.token }));
  expect(sellers.filter(({ _id }) => _id === seller.id)).toMatchObject([{ email }]);

  const old = { query: { email: seller.email }, token };
  expect(resultCode(await app.call(listOrders, old))).toBe('account.not-owner');
  expect(resultCode(await app.call(listMyProducts, old))).toBe('account.not-owner');
});

test('the address of another user, also of a deleted one, is not taken over', async () => {
  const [user, other] = [await app.insertUser('buyer'), await app.insertUser('buyer')];
  const row = await findUser(user.id);
  expect(await change(row?.identityUid ?? '', other.email.toUpperCase())).toBe(false);
  await app.db.update(users).set({ removedAt: new Date() }).where(eq(users.id, other.id));
  expect(await change(row?.identityUid ?? '', other.email)).toBe(false);
  expect((await findUser(user.id))?.email).toBe(user.email);
});

test('an account without a user record changes its address, too', async () => {
  expect(await change('nobody', newEmail())).toBe(true);
});

test('of two accounts that take the same address at once, one gets it', async () => {
  const both = [await app.insertUser('buyer'), await app.insertUser('buyer')];
  const email = newEmail();
  const rows = await Promise.all(both.map(({ id }) => findUser(id)));
  const results = await Promise.allSettled(
    rows.map((row) => change(row?.identityUid ?? '', email)),
  );
  const taken = results.filter((one) => one.status === 'fulfilled' && one.value);
  expect(taken).toHaveLength(1);
});

test('an address that was changed at an external provider is taken over at the next sign-in', async () => {
  const [user, other] = [await app.insertUser('buyer'), await app.insertUser('buyer')];
  const uid = (await findUser(user.id))?.identityUid ?? '';
  const signIn = async (email: string, emailVerified: boolean) => {
    const { idToken } = app.createIdentity({ uid, email, emailVerified });
    unwrap(await app.call(exchangeToken, { body: { email }, token: idToken }));
    return (await findUser(user.id))?.emailKey;
  };
  const email = newEmail().toLowerCase();
  expect(await signIn(email, false)).toBe(user.email.toLowerCase());
  expect(await signIn(email, true)).toBe(email);
  expect(await signIn(other.email, true), 'that of another user').toBe(email);
});

test('who has another address at the provider than here reads and pays by either, and sees nothing of others', async () => {
  const [seller, other] = [await app.insertUser('seller'), await app.insertUser('buyer')];
  const productOfOther = await app.insertProduct(await app.insertUser('seller'));
  const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  const orderBody = (productId: string) => ({ productId, ...contact });
  await app.insertProduct(seller);
  const own = await app.insertProduct(await app.insertUser('seller'));
  unwrap(await app.call(placeOrder, { body: orderBody(productOfOther), token: other.token }));
  const { insertedId: orderId } = unwrap(
    await app.call(placeOrder, { body: orderBody(own), token: seller.token }),
  );
  const intent = { body: { price: 345, orderId }, token: seller.token };
  const { clientSecret } = unwrap(await app.call(createPaymentIntent, intent));
  const { id: transactionId } = await app.pay(clientSecret);
  // Not verified, or that of another user: the record keeps the old address.
  for (const email of [newEmail(), other.email]) {
    const { idToken } = app.createIdentity({ uid: seller.uid, email, emailVerified: false });
    const { token } = unwrap(await app.call(exchangeToken, { body: { email }, token: idToken }));
    for (const address of [email, seller.email]) {
      const query = { email: address };
      expect(unwrap(await app.call(listOrders, { query, token }))).toMatchObject([
        { _id: orderId, email: seller.email },
      ]);
      expect(unwrap(await app.call(listMyProducts, { query, token }))).toMatchObject([
        { sellerEmail: seller.email },
      ]);
      const flag = await app.call(getSellerFlag, { params: { email: address }, token });
      expect(unwrap(flag).isSeller).toBe(true);
      const payment = { orderId, price: 345, transactionId, email: address };
      unwrap(await app.call(recordPayment, { body: payment, token }));
    }
  }
});
