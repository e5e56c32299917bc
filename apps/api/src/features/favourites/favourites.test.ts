import * as contract from '@redial/contract';
import { maxFavourites } from '@redial/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import {
  domainEvents,
  favourites,
  notifications,
  outbox,
  products,
  users,
} from '../../db/schema/index.ts';
import { subscriptions } from '../../subscribers.ts';
import { notifyFavourites } from '../mail/index.ts';
import { purgeFavourites } from './index.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let fan: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  fan = await app.insertUser('buyer');
  await app.db.delete(domainEvents);
  await app.db.delete(outbox);
  app.sentMails.splice(0);
});
afterAll(() => app.close());

const add = ({ token }: TestUser, listingId: string) =>
  app.call(contract.addFavourite, { params: { listingId }, token });
const remove = ({ token }: TestUser, listingId: string) =>
  app.call(contract.removeFavourite, { params: { listingId }, token });
const list = async ({ token }: TestUser, query: { only?: 'ids' } = {}) =>
  unwrap(await app.call(contract.listFavourites, { query, token }));

async function order(productId: string): Promise<string> {
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Here' };
  return unwrap(await app.call(contract.placeOrder, { body, token: buyer.token })).insertedId;
}

async function newsOf({ email }: TestUser): Promise<string[]> {
  await app.runJobs('dispatch-outbox');
  return app.sentMails
    .splice(0)
    .filter(({ to, text }) => to === email && text.includes('one of your favourites'))
    .map(({ subject }) => subject.split(':')[0] ?? '');
}

test('favourites are added once, listed last added first, and removed', async () => {
  const [one, two] = [await app.insertProduct(seller), await app.insertProduct(seller)];
  const added = await Promise.all([add(fan, one), add(fan, one), add(fan, one)]);
  expect(added.map((result) => unwrap(result).modifiedCount).sort()).toEqual([0, 0, 1]);
  unwrap(await add(fan, two));
  expect((await list(fan)).ids).toEqual([two, one]);
  expect((await list(fan)).favourites.map(({ product }) => product._id)).toEqual([two, one]);
  expect(await list(fan, { only: 'ids' })).toEqual({ ids: [two, one], favourites: [] });
  expect((await list(buyer)).ids).toEqual([]);
  expect(unwrap(await remove(buyer, one)).deletedCount).toBe(0);
  expect(unwrap(await remove(fan, one)).deletedCount).toBe(1);
  expect(unwrap(await remove(fan, one)).deletedCount).toBe(0);
  expect((await list(fan)).ids).toEqual([two]);
});

test('own, hidden, removed and unknown phones cannot be favourites', async () => {
  const own = await app.insertProduct(seller);
  expect(resultCode(await add(seller, own))).toBe('favourite.own-product');
  const hidden = await app.insertProduct(seller, { hiddenReasons: ['paused'] });
  const removed = await app.insertProduct(seller, { removedAt: new Date() });
  for (const id of [hidden, removed, '0199f2c0-1a00-7000-8000-0000000000ff']) {
    expect(resultCode(await add(fan, id))).toBe('product.not-found');
  }
  unwrap(await add(fan, own));
  await app.db
    .update(products)
    .set({ hiddenReasons: ['review'] })
    .where(eq(products.id, own));
  expect((await list(fan)).ids).toEqual([]);
});

test('there are as many favourites as the maximum, also for two calls at once', async () => {
  await app.db.execute(sql`
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use)
    select gen_random_uuid(), ${seller.id}, 'Copy', 'd', 'Iphone', 'good', '/images/x', 100, 100,
      '1', 'l', 2022, '1' from generate_series(1, ${maxFavourites - 1}::int)`);
  await app.db.execute(sql`
    insert into favourites (user_id, product_id)
    select ${fan.id}, id from products where seller_id = ${seller.id}`);
  const ids = [await app.insertProduct(seller), await app.insertProduct(seller)];
  const results = await Promise.all(ids.map((id) => add(fan, id)));
  expect(results.map(resultCode).sort()).toEqual(['favourite.too-many', 'ok']);
  expect((await list(fan, { only: 'ids' })).ids).toHaveLength(maxFavourites);
});

test('a phone that is hidden gives its place up if all are taken, the one added first before others', async () => {
  const ids = await Promise.all(
    Array.from({ length: maxFavourites }, () => app.insertProduct(seller)),
  );
  const start = Date.now() - maxFavourites * 1000;
  await app.db.insert(favourites).values(
    ids.map((productId, n) => ({
      userId: fan.id,
      productId,
      createdAt: new Date(start + n * 1000),
    })),
  );
  const [first = '', second = '', third = ''] = ids;
  const hide = (id: string, hiddenReasons: 'paused'[]) =>
    app.db.update(products).set({ hiddenReasons }).where(eq(products.id, id));
  for (const id of [second, third]) await hide(id, ['paused']);
  const added = await app.insertProduct(seller);
  unwrap(await add(fan, added));
  for (const id of [second, third]) await hide(id, []);
  const listed = (await list(fan, { only: 'ids' })).ids;
  expect(listed).toHaveLength(maxFavourites);
  expect(listed).toEqual(expect.arrayContaining([first, third, added]));
  expect(listed).not.toContain(second);
  expect(resultCode(await add(fan, second))).toBe('favourite.too-many');
});

test('a seller sees how many users watch a phone, and nobody else does', async () => {
  const id = await app.insertProduct(seller);
  const other = await app.insertProduct(seller);
  unwrap(await add(fan, id));
  unwrap(await add(buyer, id));
  const { email, token } = seller;
  const mine = unwrap(await app.call(contract.listMyProducts, { query: { email }, token }));
  expect(mine.find(({ _id }) => _id === id)?.favourites).toBe(2);
  expect(mine.find(({ _id }) => _id === other)).not.toHaveProperty('favourites');
  const shown = unwrap(await app.call(contract.getProduct, { params: { id } }));
  expect(shown).not.toHaveProperty('favourites');
});

test('a lower price is news, a higher one and an unchanged one are not', async () => {
  const id = await app.insertProduct(seller);
  unwrap(await add(fan, id));
  const setPrice = async (resalePrice: number) =>
    unwrap(
      await app.call(contract.setPrice, {
        params: { id },
        body: { resalePrice },
        token: seller.token,
      }),
    );
  await setPrice(400);
  expect(await newsOf(fan)).toEqual([]);
  await setPrice(300);
  expect(await newsOf(fan)).toEqual(['A favourite is cheaper']);
  await setPrice(300);
  expect(await newsOf(fan)).toEqual([]);
  // Two changes before the delivery: only the last is still true.
  await setPrice(280);
  await setPrice(260);
  expect(await newsOf(fan)).toEqual(['A favourite is cheaper']);
  const { notifications } = unwrap(
    await app.call(contract.listNotifications, { query: {}, token: fan.token }),
  );
  expect(notifications[0]?.text).toBe('It costs $260 now, after $280.');
});

test('a held phone that returns is news to those who watch it but its buyer, and not if it is held again', async () => {
  const id = await app.insertProduct(seller);
  for (const user of [fan, buyer]) unwrap(await add(user, id));
  const cancel = async (orderId: string) =>
    unwrap(
      await app.call(contract.cancelOrder, {
        params: { orderId },
        body: { productId: id },
        token: buyer.token,
      }),
    );
  const first = await order(id);
  expect(await newsOf(fan)).toEqual([]);
  await cancel(first);
  await app.runJobs('dispatch-outbox');
  const isNews = ({ subject }: { subject: string }) =>
    subject.startsWith('A favourite is available');
  expect(app.sentMails.filter(isNews).map(({ to }) => to)).toEqual([fan.email]);
  app.sentMails.splice(0);
  await cancel(await order(id));
  await order(id);
  expect(await newsOf(fan)).toEqual([]);
});

test('a paid phone is sold for all who watch it but its buyer', async () => {
  const id = await app.insertProduct(seller);
  for (const user of [fan, buyer]) unwrap(await add(user, id));
  const orderId = await order(id);
  const { token, email } = buyer;
  const asked = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId },
    token,
  });
  const { clientSecret } = unwrap(asked);
  await app.pay(clientSecret);
  const transactionId = contract.intentIdFromClientSecret(clientSecret);
  unwrap(
    await app.call(contract.recordPayment, {
      body: { price: 345, transactionId, email, orderId },
      token,
    }),
  );
  await app.runJobs('dispatch-outbox');
  const sold = app.sentMails.filter(({ subject }) => subject.startsWith('A favourite is sold'));
  expect(sold.map(({ to }) => to)).toEqual([fan.email]);
  expect(sold[0]?.text).not.toContain(buyer.name);
});

test('an event that is delivered twice, or after a failure half-way, notifies everybody once', async () => {
  const id = await app.insertProduct(seller, { resalePriceCents: 30_000 });
  const count = 230;
  const fans = await app.insertPeople('buyer', count);
  await app.db.insert(favourites).values(fans.map((userId) => ({ userId, productId: id })));
  const token = seller.token;
  unwrap(await app.call(contract.setPrice, { params: { id }, body: { resalePrice: 250 }, token }));
  const [event] = await app.db
    .select()
    .from(domainEvents)
    .where(eq(domainEvents.type, 'product.price-lowered'));
  const delivered = { type: 'product.price-lowered', ...(event?.payload as object) } as Parameters<
    typeof notifyFavourites
  >[1];
  await notifyFavourites(app.deps, delivered);
  const last = fans.toSorted().slice(-90);
  await app.db.delete(notifications).where(inArray(notifications.userId, last));
  await notifyFavourites(app.deps, delivered);
  await notifyFavourites(app.deps, delivered);
  const { rows } = await app.db.execute<{ n: number }>(sql`
    select count(*)::int as n from notifications where subject_id = ${id}`);
  expect(rows).toEqual([{ n: count }]);
  expect(subscriptions.map(({ name }) => name)).toContain('favourites.notify');
}, 180_000);

test('favourites of removed users and of removed phones are deleted', async () => {
  const [kept, removed] = [await app.insertProduct(seller), await app.insertProduct(seller)];
  const leaver = await app.insertUser('buyer');
  for (const id of [kept, removed]) unwrap(await add(fan, id));
  unwrap(await add(leaver, kept));
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, removed));
  await app.db.update(users).set({ removedAt: new Date() }).where(eq(users.id, leaver.id));
  expect(await purgeFavourites(app.db)).toBe(2);
  const rows = await app.db.select().from(favourites).where(eq(favourites.productId, kept));
  expect(rows.map(({ userId }) => userId)).toEqual([fan.id]);
});

test('relisting a refunded phone is news', async () => {
  const id = await app.insertProduct(seller, { hiddenReasons: ['refunded'] });
  await app.db.insert(favourites).values({ userId: fan.id, productId: id });
  const relist = () =>
    app.call(contract.relistProduct, { params: { productId: id }, token: seller.token });
  unwrap(await relist());
  unwrap(await relist());
  expect(await newsOf(fan)).toEqual(['A favourite is available again']);
});
