import {
  blockPerson,
  declineOffer,
  getDataExport,
  getFavouriteOfferStatus,
  listMessages,
  listOffers,
  makeOffer,
  openConversation,
  sendFavouriteOffer,
} from '@redial/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { favourites } from '../../src/db/schema/index.ts';
import { purgeOffers } from '../../src/features/offers/index.ts';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Offers to everyone who favourites a phone, and steps of offers in conversations.
 */

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('the seller of a phone does not learn who favourites it', () => {
  /** A phone, and a buyer with a conversation about it who has it among the favourites. */
  async function admired() {
    const [seller, buyer] = [await app.insertUser('seller'), await app.insertUser('buyer')];
    const productId = await app.insertProduct(seller, { resalePriceCents: 35_000 });
    await app.db.insert(favourites).values({ userId: buyer.id, productId });
    return { seller, buyer, productId };
  }
  const open = async (productId: string, { token }: TestUser) =>
    unwrap(await app.call(openConversation, { body: { productId }, token })).insertedId;
  const send = async (id: string, { token }: TestUser) =>
    unwrap(await app.call(sendFavouriteOffer, { params: { id }, body: { price: 300 }, token }));
  const stepsOf = async (id: string, { token }: TestUser) => {
    const { messages } = unwrap(await app.call(listMessages, { params: { id }, query: {}, token }));
    return messages.map(({ step }) => step?.kind);
  };
  const decline = async ({ token }: TestUser) => {
    const [offer] = unwrap(await app.call(listOffers, { token }));
    unwrap(await app.call(declineOffer, { params: { id: offer?._id ?? '' }, token }));
  };

  test.each(['before', 'after'])(
    'by the steps of a conversation that was opened %s the offer to all of them',
    async (when) => {
      const { seller, buyer, productId } = await admired();
      const early = when === 'before' ? await open(productId, buyer) : undefined;
      await send(productId, seller);
      const late = early ?? (await open(productId, buyer));
      await decline(buyer);
      await app.runJobs('dispatch-outbox');
      expect(await stepsOf(late, seller)).toEqual([]);
    },
  );

  test('by the number of those who get an offer, when a partner is blocked or makes one', async () => {
    const { seller, buyer, productId } = await admired();
    const conversationId = await open(productId, buyer);
    const count = async () =>
      unwrap(
        await app.call(getFavouriteOfferStatus, { params: { id: productId }, token: seller.token }),
      );
    const before = await count();
    const offer = { price: 250, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
    unwrap(
      await app.call(makeOffer, { params: { id: productId }, body: offer, token: buyer.token }),
    );
    expect(await count()).toEqual(before);
    unwrap(await app.call(blockPerson, { body: { conversationId }, token: seller.token }));
    expect(await count()).toEqual(before);
    await send(productId, seller);
    expect((await count()).last?.recipients).toBe(1);
    expect(unwrap(await app.call(listOffers, { token: buyer.token }))).toHaveLength(1);
  });

  test('by offers that outlive what they were sent with', async () => {
    const { seller, buyer, productId } = await admired();
    await send(productId, seller);
    await decline(buyer);
    await app.database.executeAsOwner(`alter table offers disable trigger user;
      update favourite_offers set created_at = created_at - interval '91 days'
        where product_id = '${productId}';
      update offers set created_at = created_at - interval '91 days',
        closed_at = closed_at - interval '89 days' where product_id = '${productId}';
      alter table offers enable trigger user`);
    await purgeOffers(app.db, 90);
    const { token } = seller;
    expect(unwrap(await app.call(listOffers, { token }))).toEqual([]);
    expect(unwrap(await app.call(getDataExport, { token })).receivedOffers).toEqual([]);
  });
});
