import * as contract from '@redial/contract';
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
  favouriteOffers,
  favourites,
  offers,
  orders,
  users,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { issueToken } from '../../platform/tokens.ts';
import { expireOffers } from './expire-offers.ts';
import { purgeOffers } from './purge-offers.ts';

let app: TestApp;
let seller: TestUser;
let productId: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  productId = await app.insertProduct(seller, { resalePriceCents: 35_000 });
  await app.runJobs('dispatch-outbox');
  app.sentMails.splice(0);
});
afterEach(() => app.setNow(undefined));
afterAll(() => app.close());

const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
const hour = 3_600_000;

/** A buyer who has the phone among the favourites. */
async function admirer(id = productId): Promise<TestUser> {
  const buyer = await app.insertUser('buyer');
  await app.db.insert(favourites).values({ userId: buyer.id, productId: id });
  return buyer;
}
const send = (price = 300, { token } = seller, id = productId) =>
  app.call(contract.sendFavouriteOffer, { params: { id }, body: { price }, token });
/** Tokens are valid for an hour. */
const renewed = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: await issueToken(app.deps, user),
});
const status = async ({ token } = seller) =>
  unwrap(await app.call(contract.getFavouriteOfferStatus, { params: { id: productId }, token }));
const list = async ({ token }: TestUser) => unwrap(await app.call(contract.listOffers, { token }));
const order = (id: string, { token }: TestUser) =>
  app.call(contract.orderOfferedPhone, { params: { id }, body: contact, token });
async function offerOf(buyer: TestUser): Promise<contract.Offer> {
  const [offer] = await list(buyer);
  if (!offer) throw new Error('no offer');
  return offer;
}
const mailsTo = ({ email }: TestUser) => app.sentMails.filter(({ to }) => to === email);
const ordersOfPhone = () => app.db.select().from(orders).where(eq(orders.productId, productId));

async function pay(orderId: string, buyer: TestUser, price: number): Promise<void> {
  const { token, email } = buyer;
  const body = { price, orderId };
  const { clientSecret } = unwrap(await app.call(contract.createPaymentIntent, { body, token }));
  await app.pay(clientSecret);
  const transactionId = contract.intentIdFromClientSecret(clientSecret);
  const paid = { price, transactionId, email, orderId };
  unwrap(await app.call(contract.recordPayment, { body: paid, token }));
}

test('everyone who favourites the phone gets the offer; its seller learns how many, and no more', async () => {
  const [one, two] = [await admirer(), await admirer()];
  const stranger = await app.insertUser('buyer');
  expect(await status()).toEqual({ recipients: 2, nextAt: null, last: null });
  unwrap(await send());
  for (const buyer of [one, two]) {
    expect(await offerOf(buyer)).toMatchObject({
      role: 'buyer',
      madeBy: 'seller',
      price: 300,
      state: 'open',
      toFavourites: true,
      reserved: false,
    });
  }
  expect(await list(stranger)).toEqual([]);
  expect(await list(seller)).toEqual([]);
  expect(await status()).toMatchObject({
    recipients: 2,
    last: { price: 300, recipients: 2, accepted: false },
  });
  await app.runJobs('dispatch-outbox');
  expect(mailsTo(one)[0]?.text).toContain('offers it to you for $300 instead of $350');
  expect(mailsTo(two)).toHaveLength(1);
  expect(mailsTo(stranger)).toEqual([]);
  const shown = JSON.stringify([await status(), await list(seller), mailsTo(seller)]);
  for (const { id, name, email } of [one, two]) {
    expect(shown).not.toContain(id);
    expect(shown).not.toContain(email);
    expect(name).not.toBe('');
  }
});

test('the seller learns nothing of those who decline it or let it lapse', async () => {
  const { token } = seller;
  const [one, two] = [await admirer(), await admirer()];
  unwrap(await send());
  const { _id: id } = await offerOf(one);
  unwrap(await app.call(contract.declineOffer, { params: { id }, token: one.token }));
  app.setNow(new Date(Date.now() + 49 * hour));
  seller = await renewed(seller);
  const late = await renewed(two);
  const expired = await offerOf(late);
  expect(expired.state).toBe('expired');
  expect(resultCode(await order(expired._id, late))).toBe('offer.closed');
  await expireOffers(app.deps);
  await app.runJobs('dispatch-outbox');
  expect(mailsTo(seller)).toEqual([]);
  expect(await list(seller)).toEqual([]);
  app.setNow(undefined);
  const exported = await app.call(contract.getDataExport, { token });
  const { favouriteOffers, receivedOffers } = unwrap(exported);
  expect(favouriteOffers).toMatchObject([{ price: 300, recipients: 2 }]);
  expect(receivedOffers).toEqual([]);
});

test('people who are blocked, suspended, removed, or have an open offer get none', async () => {
  const [blocker, blocked, suspended, removed, bargaining] = await Promise.all(
    Array.from({ length: 5 }, () => admirer()),
  );
  if (!blocker || !blocked || !suspended || !removed || !bargaining) throw new Error();
  await app.db.insert(blocks).values([
    { id: newId(), blockerId: blocker.id, blockedId: seller.id },
    { id: newId(), blockerId: seller.id, blockedId: blocked.id },
  ]);
  await app.db.update(users).set({ suspended: true }).where(eq(users.id, suspended.id));
  await app.db.update(users).set({ removedAt: new Date() }).where(eq(users.id, removed.id));
  const body = { price: 280, ...contact };
  const { token } = bargaining;
  unwrap(await app.call(contract.makeOffer, { params: { id: productId }, body, token }));
  const recipient = await admirer();
  // All who have it among the favourites, but those who are suspended or removed.
  expect((await status()).recipients).toBe(4);
  unwrap(await send());
  const rows = await app.db.select().from(offers).where(eq(offers.madeBy, 'seller'));
  const own = rows.filter((row) => row.productId === productId);
  expect(own.map(({ buyerId }) => buyerId)).toEqual([recipient.id]);
});

test('the price is below the asking price, and there is one offer in seven days', async () => {
  expect(resultCode(await send())).toBe('favourite-offer.no-recipients');
  await admirer();
  for (const price of [350, 351, 0, 12.345]) {
    expect(resultCode(await send(price))).toBe('validation.failed');
  }
  const both = await Promise.all([send(), send()]);
  expect(both.map(resultCode).toSorted()).toEqual(['favourite-offer.too-soon', 'ok']);
  const { last, nextAt } = await status();
  expect(Date.parse(nextAt ?? '') - Date.parse(last?.at ?? '')).toBe(7 * 24 * hour);
  app.setNow(new Date(Date.parse(nextAt ?? '') - 1000));
  seller = await renewed(seller);
  expect(resultCode(await send())).toBe('favourite-offer.too-soon');
  app.setNow(new Date(Date.parse(nextAt ?? '') + 1000));
  seller = await renewed(seller);
  await expireOffers(app.deps);
  expect(resultCode(await send(290))).toBe('ok');
});

test('price and number of recipients are deleted after 90 days', async () => {
  await admirer();
  unwrap(await send());
  const age = async (days: number) => {
    const at = sql`now() - make_interval(days => ${days})`;
    await app.db
      .update(favouriteOffers)
      .set({ createdAt: at })
      .where(eq(favouriteOffers.productId, productId));
    await app.db
      .update(offers)
      .set({ state: 'expired', closedAt: at })
      .where(eq(offers.productId, productId));
  };
  await age(89);
  await purgeOffers(app.db, 90);
  expect((await status()).last).toMatchObject({ price: 300 });
  await age(91);
  await purgeOffers(app.db, 90);
  expect((await status()).last).toBeNull();
});

test('a phone of somebody else, a hidden and an ordered one cannot be offered', async () => {
  const buyer = await admirer();
  const other = await app.insertUser('seller');
  expect(resultCode(await send(300, other))).toBe('product.not-owner');
  const hidden = await app.insertProduct(seller, { hiddenReasons: ['moderation'] });
  expect(resultCode(await send(300, seller, hidden))).toBe('product.not-found');
  const body = { productId, ...contact };
  unwrap(await app.call(contract.placeOrder, { body, token: buyer.token }));
  expect(resultCode(await send())).toBe('product.sold');
});

test('accepting it orders the phone at its price; repeated, it is the same order', async () => {
  const buyer = await admirer();
  unwrap(await send(300.5));
  const { _id: id } = await offerOf(buyer);
  const accepted = await app.call(contract.acceptOffer, { params: { id }, token: buyer.token });
  expect(resultCode(accepted)).toBe('offer.contact-missing');
  expect(resultCode(await order(id, seller))).toBe('offer.not-found');
  const { insertedId: orderId } = unwrap(await order(id, buyer));
  expect(unwrap(await order(id, buyer)).insertedId).toBe(orderId);
  expect(await ordersOfPhone()).toMatchObject([
    { id: orderId, buyerId: buyer.id, priceCents: 30_050, ...contact },
  ]);
  expect(await list(seller)).toMatchObject([{ state: 'accepted', toFavourites: true }]);
  expect((await status()).last?.accepted).toBe(true);
});

test('20 who accept at once: one gets the phone, the others learn so', async () => {
  const buyers = await Promise.all(Array.from({ length: 20 }, () => admirer()));
  unwrap(await send());
  const ids = await Promise.all(buyers.map(async (buyer) => (await offerOf(buyer))._id));
  const results = await Promise.all(buyers.map((buyer, at) => order(ids[at] ?? '', buyer)));
  const codes = results.map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'product.sold')).toHaveLength(19);
  const [placed, ...more] = await ordersOfPhone();
  expect(more).toEqual([]);
  const winner = buyers.find(({ id }) => id === placed?.buyerId);
  const loser = buyers.find(({ id }) => id !== placed?.buyerId);
  if (!placed || !winner || !loser) throw new Error('no order');
  expect(await offerOf(loser)).toMatchObject({ state: 'open', reserved: true });
  await pay(placed.id, winner, 300);
  await app.runJobs('dispatch-outbox');
  expect((await offerOf(loser)).state).toBe('voided');
  // Once: that the favourite is sold says it.
  const subjects = mailsTo(loser).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /sold|void/.test(subject))).toHaveLength(1);
});

test('a buyer answers it with an offer of their own, and not by naming another price', async () => {
  const buyer = await admirer();
  unwrap(await send());
  const { _id: id } = await offerOf(buyer);
  const { token } = buyer;
  const counter = await app.call(contract.counterOffer, {
    params: { id },
    body: { price: 250 },
    token,
  });
  expect(resultCode(counter)).toBe('offer.contact-missing');
  const body = { price: 280, ...contact };
  unwrap(await app.call(contract.makeOffer, { params: { id: productId }, body, token }));
  expect((await list(buyer)).map(({ state, price }) => [state, price])).toEqual([
    ['open', 280],
    ['declined', 300],
  ]);
  expect(await list(seller)).toMatchObject([{ state: 'open', price: 280, toFavourites: false }]);
});

test('a block after the offer, and a lower price of the phone, end it', async () => {
  const [blocked, buyer] = [await admirer(), await admirer()];
  unwrap(await send());
  await app.db.insert(blocks).values({ id: newId(), blockerId: seller.id, blockedId: blocked.id });
  expect(resultCode(await order((await offerOf(blocked))._id, blocked))).toBe('offer.blocked');
  const body = { resalePrice: 290 };
  unwrap(
    await app.call(contract.setPrice, { params: { id: productId }, body, token: seller.token }),
  );
  expect(resultCode(await order((await offerOf(buyer))._id, buyer))).toBe('offer.above-price');
});

test.each([
  [301, ['$300 instead of $301']],
  [300, []],
  [250, []],
])(
  'an offer of 300 dollars for a phone that costs %i by now is announced as %j',
  async (resalePrice, texts) => {
    const buyer = await admirer();
    unwrap(await send(300));
    const body = { resalePrice };
    unwrap(
      await app.call(contract.setPrice, { params: { id: productId }, body, token: seller.token }),
    );
    await app.runJobs('dispatch-outbox');
    const offered = mailsTo(buyer).filter(({ text }) => text.includes('offers it to you'));
    expect(offered.map(({ text }) => /\$300 instead of \$\d+/.exec(text)?.[0])).toEqual(texts);
  },
);

test('the notification follows the settings of its recipient', async () => {
  const buyer = await admirer();
  const kinds = [{ kind: 'offers' as const, inApp: true, mail: 'off' as const }];
  const { token } = buyer;
  unwrap(await app.call(contract.changeNotificationSettings, { body: { kinds }, token }));
  unwrap(await send());
  await app.runJobs('dispatch-outbox');
  expect(mailsTo(buyer)).toEqual([]);
  const shown = unwrap(await app.call(contract.listNotifications, { query: {}, token }));
  expect(shown.notifications).toMatchObject([
    { kind: 'offers', title: 'An offer for a favourite of yours', path: contract.offersPath },
  ]);
});
