import * as contract from '@redial/contract';
import { offerLimits } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import {
  blocks,
  domainEvents,
  offers,
  orders,
  outbox,
  products,
  users,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { issueToken } from '../../platform/tokens.ts';
import { deactivateUser } from '../accounts/deactivate-user.ts';
import { expireOffers } from './expire-offers.ts';
import { contact, createOfferCalls } from './offers.fixture.ts';
import { purgeOffers } from './purge-offers.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  await app.db.delete(domainEvents);
  await app.db.delete(outbox);
  app.sentMails.splice(0);
});
afterEach(() => app.setNow(undefined));
afterAll(() => app.close());

const { offer, offered, accept, decline, counter, withdraw, list, order, stateOf, ordersOf } =
  createOfferCalls(() => ({ app, seller, buyer }));

/** The mails that were sent to a user since the last call, by their headings. */
async function mailsTo({ email }: TestUser): Promise<string[]> {
  await app.runJobs('dispatch-outbox');
  const own = app.sentMails.filter(({ to }) => to === email);
  for (const mail of own) app.sentMails.splice(app.sentMails.indexOf(mail), 1);
  return own.map(({ subject }) => subject);
}

async function pay(orderId: string, price: number): Promise<void> {
  const { token, email } = buyer;
  const body = { price, orderId };
  const { clientSecret } = unwrap(await app.call(contract.createPaymentIntent, { body, token }));
  await app.pay(clientSecret);
  const transactionId = contract.intentIdFromClientSecret(clientSecret);
  unwrap(
    await app.call(contract.recordPayment, {
      body: { price, transactionId, email, orderId },
      token,
    }),
  );
}

test('an accepted offer is an order at its price, held for an hour, and is paid at that price', async () => {
  const productId = await app.insertProduct(seller, { name: 'My dear phone' });
  const id = await offered(productId, 300.5);
  const other = await app.insertUser('buyer');
  const { insertedId: orderId } = unwrap(await accept(id));
  expect(await stateOf(id)).toBe('accepted');
  const [placed] = await ordersOf(productId);
  expect(placed).toMatchObject({ id: orderId, priceCents: 30_050, buyerId: buyer.id, ...contact });
  const holdMinutes = (Number(placed?.expiresAt) - Number(placed?.placedAt)) / 60_000;
  expect(holdMinutes).toBeCloseTo(60);
  expect(resultCode(await order(productId, other))).toBe('product.sold');
  const [shown] = await list(buyer);
  expect(shown).toMatchObject({ state: 'accepted', order: { _id: orderId, state: 'unpaid' } });
  await pay(orderId, 300.5);
  expect((await ordersOf(productId))[0]?.state).toBe('paid');
  // Repeating the acceptance returns the same order.
  expect(unwrap(await accept(id)).insertedId).toBe(orderId);
});

test('the mails of an accepted offer name the hold, and its buyer reads no words of the seller', async () => {
  const productId = await app.insertProduct(seller, { name: 'My dear phone' });
  const id = await offered(productId);
  expect(await mailsTo(seller)).toEqual(['You have an offer: My dear phone']);
  unwrap(await accept(id));
  await app.runJobs('dispatch-outbox');
  const [mail] = app.sentMails.filter(({ to }) => to === buyer.email);
  expect(mail?.text).toContain('Your offer is accepted');
  expect(mail?.text).toContain('held for you for one hour');
  expect(mail?.text).toContain('$300');
  expect(mail?.text).not.toContain('My dear phone');
  app.sentMails.splice(0);
  // An order at the asking price is held for a day, as before.
  unwrap(await order(await app.insertProduct(seller), buyer));
  await app.runJobs('dispatch-outbox');
  const [plain] = app.sentMails.filter(({ to }) => to === buyer.email);
  expect(plain?.text).toContain('held for you for 24 hours');
  expect(plain?.text).toContain('Your order is placed');
});

test('a counter-offer closes the offer before, and the buyer accepts it or counters again', async () => {
  const productId = await app.insertProduct(seller);
  const first = await offered(productId, 280);
  const { insertedId: second } = unwrap(await counter(first, 330));
  expect([await stateOf(first), await stateOf(second)]).toEqual(['countered', 'open']);
  expect(resultCode(await accept(first))).toBe('offer.closed');
  expect(resultCode(await accept(second))).toBe('offer.not-your-turn');
  const { insertedId: third } = unwrap(await counter(second, 310, buyer));
  expect((await list(buyer))[0]).toMatchObject({
    _id: third,
    answers: second,
    madeBy: 'buyer',
    role: 'buyer',
  });
  const { insertedId: fourth } = unwrap(await counter(third, 320));
  unwrap(await accept(fourth, buyer));
  expect((await ordersOf(productId))[0]?.priceCents).toBe(32_000);
  const headings = [...(await mailsTo(buyer)), ...(await mailsTo(seller))].map(
    (subject) => subject.split(':')[0],
  );
  // The counter-offers in between were overtaken before their mails were written.
  expect(headings.filter((one) => one === 'You have a counter-offer')).toEqual([]);
});

test('each side is notified of what the other one has done', async () => {
  const productId = await app.insertProduct(seller, { name: 'My phone' });
  const first = await offered(productId, 280);
  expect(await mailsTo(seller)).toEqual(['You have an offer: My phone']);
  const { insertedId: second } = unwrap(await counter(first, 330));
  expect(await mailsTo(buyer)).toEqual(['You have a counter-offer: iPhone']);
  unwrap(await decline(second, buyer));
  expect(await mailsTo(seller)).toEqual(['Your offer was declined: My phone']);
  const third = await offered(productId, 290);
  await mailsTo(seller);
  unwrap(await withdraw(third));
  expect(await mailsTo(seller)).toEqual(['An offer was withdrawn: My phone']);
  expect(await mailsTo(buyer)).toEqual([]);
  const { rows } = await app.db.execute<{ n: number }>(sql`
    select count(*)::int as n from live_events where user_id = ${buyer.id}
      and type = 'offers.changed'`);
  expect(rows[0]?.n).toBe(5);
});

test('offers above the asking price, of less than a dollar and with fractions of cents are refused', async () => {
  const productId = await app.insertProduct(seller, { resalePriceCents: 34_500 });
  for (const price of [345.01, 1000, 0.99, 0, -5, 300.005]) {
    expect(await offer(productId, price)).toMatchObject({
      error: { code: 'validation.failed', field: 'body.price' },
    });
  }
  expect(await offer(productId, 99.9999999999)).toMatchObject({
    error: { message: 'Use at most two decimals' },
  });
  const id = await offered(productId, 345);
  expect(await counter(id, 345.01)).toMatchObject({ error: { code: 'validation.failed' } });
  const bad = { price: 300, phone: 'call me', location: 'Here' };
  const params = { id: await app.insertProduct(seller) };
  expect(
    await app.call(contract.makeOffer, { params, body: bad, token: buyer.token }),
  ).toMatchObject({ error: { field: 'body.phone' } });
});

test('an offer above a price that was lowered meanwhile cannot be accepted', async () => {
  const productId = await app.insertProduct(seller);
  const id = await offered(productId, 300);
  await app.db.update(products).set({ resalePriceCents: 29_900 }).where(eq(products.id, productId));
  expect(resultCode(await accept(id))).toBe('offer.above-price');
  expect(await ordersOf(productId)).toEqual([]);
  expect(await stateOf(id)).toBe('open');
});

test('a buyer makes three offers on a listing, counter-offers included, one at a time', async () => {
  const productId = await app.insertProduct(seller);
  const first = await offered(productId, 200);
  expect(resultCode(await offer(productId, 210))).toBe('offer.already-open');
  const { insertedId: second } = unwrap(await counter(first, 330));
  expect(resultCode(await offer(productId, 210))).toBe('offer.already-open');
  const { insertedId: third } = unwrap(await counter(second, 220, buyer));
  unwrap(await decline(third));
  unwrap(await withdraw(await offered(productId, 230)));
  expect(resultCode(await offer(productId, 240))).toBe('offer.limit-reached');
  // Others, and other phones, have their own.
  await offered(productId, 240, await app.insertUser('buyer'));
  await offered(await app.insertProduct(seller), 240);
});

test('a seller still answers the last offer, and its buyer cannot counter that', async () => {
  const productId = await app.insertProduct(seller);
  for (const price of [200, 210]) unwrap(await decline(await offered(productId, price)));
  const { insertedId } = unwrap(await counter(await offered(productId, 220), 300));
  expect(resultCode(await counter(insertedId, 230, buyer))).toBe('offer.limit-reached');
  unwrap(await accept(insertedId, buyer));
});

test('only one of several offers at once is made', async () => {
  const productId = await app.insertProduct(seller);
  const results = await Promise.all([1, 2, 3, 4, 5].map((n) => offer(productId, 300 + n)));
  expect(results.map(resultCode).sort()).toEqual([
    'offer.already-open',
    'offer.already-open',
    'offer.already-open',
    'offer.already-open',
    'ok',
  ]);
});

test('an offer is open for 48 hours and no longer, also before the job has run', async () => {
  const start = new Date('2030-01-05T09:00:00.000Z');
  const asOf = async (hours: number) => {
    app.setNow(new Date(start.getTime() + hours * 3_600_000));
    // Tokens are valid for an hour.
    seller = { ...seller, token: await issueToken(app.deps, seller) };
    buyer = { ...buyer, token: await issueToken(app.deps, buyer) };
  };
  await asOf(0);
  // Those of the other tests.
  await expireOffers(app.deps);
  const [one, two] = [await app.insertProduct(seller), await app.insertProduct(seller)];
  const [early, late] = [await offered(one), await offered(two)];
  await asOf(offerLimits.hours - 0.01);
  expect((await list(seller)).map(({ state }) => state)).toEqual(['open', 'open']);
  expect(await expireOffers(app.deps)).toBe(0);
  unwrap(await accept(early));
  await asOf(offerLimits.hours);
  expect((await list(buyer)).find(({ _id }) => _id === late)?.state).toBe('expired');
  for (const result of [await accept(late), await decline(late), await counter(late, 320)]) {
    expect(resultCode(result)).toBe('offer.closed');
  }
  expect(resultCode(await withdraw(late))).toBe('offer.closed');
  // A new one can be made at once; the job has nothing left to do.
  const next = await offered(two, 310);
  expect([await stateOf(late), await stateOf(next)]).toEqual(['expired', 'open']);
  await asOf(2 * offerLimits.hours);
  expect(await expireOffers(app.deps)).toBe(1);
  expect(await expireOffers(app.deps)).toBe(0);
  expect(await stateOf(next)).toBe('expired');
  expect((await mailsTo(buyer)).filter((one) => one.startsWith('Your offer has exp'))).toHaveLength(
    2,
  );
});

test('people with nothing to do with an offer, and those whose turn it is not, change nothing', async () => {
  const productId = await app.insertProduct(seller);
  const id = await offered(productId);
  const strangers = [await app.insertUser('buyer'), await app.insertUser('seller')];
  for (const stranger of strangers) {
    expect(await list(stranger)).toEqual([]);
    for (const result of [
      await accept(id, stranger),
      await decline(id, stranger),
      await counter(id, 310, stranger),
      await withdraw(id, stranger),
    ]) {
      expect(resultCode(result)).toBe('offer.not-found');
    }
  }
  expect(resultCode(await accept(id, buyer))).toBe('offer.not-your-turn');
  expect(resultCode(await withdraw(id, seller))).toBe('offer.not-found');
  expect(await stateOf(id)).toBe('open');
});

test('neither side learns phone number, place or contact data of the other from its offers', async () => {
  const talkative = await app.insertUser('buyer', { name: 'Call 555 012 3456 now' });
  const id = await offered(await app.insertProduct(seller), 300, talkative);
  const shown = JSON.stringify(await list(seller));
  expect(shown).toContain(id);
  for (const secret of [contact.phone, contact.location, '555 012 3456', talkative.email]) {
    expect(shown).not.toContain(secret);
  }
});

test('a reserved phone takes no offers, and keeps the open ones until it is paid', async () => {
  const productId = await app.insertProduct(seller, { name: 'My phone' });
  const other = await app.insertUser('buyer');
  const waiting = await offered(productId, 280, other);
  const orderId = unwrap(await accept(await offered(productId, 300))).insertedId;
  expect(resultCode(await offer(productId, 320, await app.insertUser('buyer')))).toBe(
    'product.sold',
  );
  expect(resultCode(await accept(waiting))).toBe('product.sold');
  await app.runJobs('dispatch-outbox');
  expect(await stateOf(waiting)).toBe('open');
  await mailsTo(other);
  await pay(orderId, 300);
  await app.runJobs('dispatch-outbox');
  expect(await stateOf(waiting)).toBe('voided');
  expect(await mailsTo(other)).toEqual(['Your offer is void: iPhone']);
});

test('a hold that ends returns the phone, and the offers on it go on', async () => {
  const productId = await app.insertProduct(seller);
  const other = await app.insertUser('buyer');
  const waiting = await offered(productId, 280, other);
  unwrap(await accept(await offered(productId, 300)));
  await app.db.update(orders).set({ expiresAt: sql`now()` }).where(eq(orders.productId, productId));
  await app.runJobs('expire-orders');
  unwrap(await accept(waiting));
  const active = await ordersOf(productId);
  expect(active.map(({ state, priceCents }) => [state, priceCents]).sort()).toEqual([
    ['expired', 30_000],
    ['unpaid', 28_000],
  ]);
});

test('accepted offers count among the unpaid orders that a buyer may hold', async () => {
  const max = app.settings.orderHoldMax;
  for (let n = 0; n < max; n++) unwrap(await order(await app.insertProduct(seller), buyer));
  const productId = await app.insertProduct(seller);
  const id = await offered(productId);
  expect(resultCode(await accept(id))).toBe('offer.buyer-at-limit');
  expect(await stateOf(id)).toBe('open');
  const { insertedId } = unwrap(await counter(id, 320));
  expect(resultCode(await accept(insertedId, buyer))).toBe('order.limit-reached');
  const [product] = await app.db.select().from(products).where(eq(products.id, productId));
  expect(product?.status).toBe('Available');
});

test('a suspended buyer neither accepts nor counters an offer, and the seller is not called suspended', async () => {
  const productId = await app.insertProduct(seller);
  const first = await offered(productId);
  const suspend = (suspended: boolean) =>
    app.db.update(users).set({ suspended }).where(eq(users.id, buyer.id));
  await suspend(true);
  expect(resultCode(await accept(first))).toBe('offer.buyer-at-limit');
  const { insertedId } = unwrap(await counter(first, 320));
  expect(resultCode(await accept(insertedId, buyer))).toBe('account.suspended');
  expect(resultCode(await counter(insertedId, 310, buyer))).toBe('account.suspended');
  await suspend(false);
  expect(resultCode(await counter(insertedId, 310, buyer))).toBe('ok');
});

test('between people of whom one has blocked the other there is no counter-offer; the open offer can be declined', async () => {
  const id = await offered(await app.insertProduct(seller));
  await app.db.insert(blocks).values({ id: newId(), blockerId: buyer.id, blockedId: seller.id });
  expect(resultCode(await counter(id, 320))).toBe('offer.blocked');
  expect(await stateOf(id)).toBe('open');
  unwrap(await decline(id));
});

test('offers on a removed phone, and those of a removed buyer, are void', async () => {
  const removed = await app.insertProduct(seller);
  const one = await offered(removed);
  unwrap(
    await app.call(contract.deleteProduct, {
      params: { id: removed },
      token: seller.token,
    }),
  );
  await app.runJobs('dispatch-outbox');
  expect(await stateOf(one)).toBe('voided');
  const two = await offered(await app.insertProduct(seller));
  await app.db.transaction((tx) =>
    deactivateUser(tx, app.settings, { userId: buyer.id, deletedBy: 'user', signInMethods: [] }),
  );
  expect(await stateOf(two)).toBe('voided');
  expect(resultCode(await accept(two))).toBe('offer.closed');
});

test('a void offer is called that of the buyer only if the buyer made it', async () => {
  const [own, answered] = [await app.insertProduct(seller), await app.insertProduct(seller)];
  await offered(own);
  unwrap(await counter(await offered(answered), 320));
  await mailsTo(buyer);
  for (const id of [own, answered]) {
    unwrap(await app.call(contract.deleteProduct, { params: { id }, token: seller.token }));
    // The event of the removed phone voids the offer, whose event sends the mail.
    await app.runJobs('dispatch-outbox');
  }
  expect(await mailsTo(buyer)).toEqual([
    expect.stringMatching(/^Your offer is void/),
    expect.stringMatching(/^The offer is void/),
  ]);
});

test('contact data of closed offers is emptied, and offers that ended long ago are deleted', async () => {
  const productId = await app.insertProduct(seller);
  const open = await offered(productId);
  const closed = await offered(await app.insertProduct(seller));
  unwrap(await decline(closed));
  await purgeOffers(app.db, 90);
  const contactsOf = async (id: string) =>
    (await app.db.select({ phone: offers.phone }).from(offers).where(eq(offers.id, id)))[0]?.phone;
  expect([await contactsOf(open), await contactsOf(closed)]).toEqual([contact.phone, '']);
  await app.db
    .update(offers)
    .set({ closedAt: sql`now() - interval '91 days'` })
    .where(eq(offers.id, closed));
  await purgeOffers(app.db, 90);
  expect([await stateOf(open), await stateOf(closed)]).toEqual(['open', undefined]);
});
