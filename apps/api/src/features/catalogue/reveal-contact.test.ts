import { getProduct, listMyProducts, revealContact } from '@redial/contract';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, resultCode, type TestApp, unwrap } from '../../../test/test-app.ts';

const open: TestApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function createApp(settings: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(settings);
  open.push(app);
  const seller = await app.insertUser('seller', { email: 'rana@mail.com' });
  const buyer = await app.insertUser('buyer');
  const id = await app.insertProduct(seller);
  return { ...app, seller, buyer, id };
}

test('the number of an offered phone is for its seller', async () => {
  const { call, buyer, seller, insertUser, id } = await createApp();
  const admin = await insertUser('admin');
  const codeFor = async (token?: string) =>
    resultCode(await call(revealContact, { params: { id }, ...(token && { token }) }));
  expect(await codeFor()).toBe('token.missing');
  expect(await codeFor(buyer.token)).toBe('contact.not-paid');
  expect(await codeFor(admin.token)).toBe('contact.not-paid');
  expect(unwrap(await call(revealContact, { params: { id }, token: seller.token }))).toEqual({
    number: '+1 202-555-0142',
  });
  const [own] = unwrap(
    await call(listMyProducts, { query: { email: seller.email }, token: seller.token }),
  );
  expect(own).toMatchObject({ number: '+1 202-555-0142', sellerEmail: 'rana@mail.com' });
});

test('the number of a paid phone is for its seller and its buyer', async () => {
  const { call, database, db, buyer, seller, insertUser, insertProduct } = await createApp();
  const id = await insertProduct(seller, { status: 'Sold', isPaid: true });
  const other = await insertUser('buyer');
  const codeFor = async (token: string) =>
    resultCode(await call(revealContact, { params: { id }, token }));
  // The constraint that a paid order has a payment is deferred to a payment that does not exist here.
  await database.executeAsOwner('alter table orders drop constraint orders_paid_payment');
  await db.execute(
    `insert into orders (id, product_id, seller_id, buyer_id, product_name, image_url, price_cents,
      phone, location, expires_at)
    values (gen_random_uuid(), '${id}', '${seller.id}', '${buyer.id}', 'x', '/x', 34500, '1', 'x',
      now())`,
  );
  expect(await codeFor(buyer.token)).toBe('contact.not-paid');
  expect(await codeFor(seller.token)).toBe('ok');
  await db.execute(`update orders set state = 'paid', paid_payment_id = gen_random_uuid()`);
  expect(await codeFor(buyer.token)).toBe('ok');
  expect(await codeFor(other.token)).toBe('contact.not-paid');
  await db.execute(`update products set removed_at = now() where id = '${id}'`);
  expect(await codeFor(buyer.token)).toBe('ok');
  expect(await codeFor(other.token)).toBe('product.not-found');
});

test('where verified addresses are required, numbers are for users with one', async () => {
  const { call, buyer, id } = await createApp({ settings: { requireVerifiedEmail: true } });
  const result = await call(revealContact, { params: { id }, token: buyer.token });
  expect(resultCode(result)).toBe('account.email-unverified');
});

test('a user requests ten numbers an hour, and many accounts of a network not many more', async () => {
  const { call, insertUser, insertProduct, seller } = await createApp({
    settings: { rateLimitScale: 1 },
  });
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await insertProduct(seller));
  const answered = async () => {
    const { token } = await insertUser('buyer');
    const codes = [];
    for (const id of ids)
      codes.push(resultCode(await call(revealContact, { params: { id }, token })));
    return codes.filter((code) => code === 'contact.not-paid').length;
  };
  expect(await answered()).toBe(10);
  let total = 10;
  for (let accounts = 0; accounts < 6; accounts++) total += await answered();
  expect(total).toBe(50);
});

test('the number of one phone is requested a bounded number of times a day', async () => {
  // Three a day.
  const { server, insertUser, id } = await createApp({ settings: { rateLimitScale: 0.03 } });
  const statuses = [];
  for (let n = 1; n <= 4; n++) {
    const { token } = await insertUser('buyer');
    const response = await server.inject({
      method: 'POST',
      url: `/api/products/${id}/contact`,
      remoteAddress: `10.0.0.${n}`,
      headers: { authorization: `Bearer ${token}` },
    });
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([403, 403, 403, 429]);
});

test.each([
  ['+1 202-555-0142', '+• •••-•••-••42'],
  ['٠١٢٣٤٥٦٧٨٩', '••••••••٨٩'],
  ['०१२३४५६७८९', '••••••••८९'],
  ['𝟎𝟏𝟐𝟑𝟒𝟓𝟔', '•••••𝟓𝟔'],
  ['０１２３４５６', '•••••５６'],
  ['①②③④⑤', '•••④⑤'],
])('the number %s is shown as %s', async (sellerPhone, shown) => {
  const { call, seller, insertProduct } = await createApp();
  const id = await insertProduct(seller, { sellerPhone });
  expect(unwrap(await call(getProduct, { params: { id } })).number).toBe(shown);
});
