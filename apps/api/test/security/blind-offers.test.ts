import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orders, products } from '../../src/db/schema/index.ts';
import { createTestApp, resultCode, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { withoutGenerated } from '../without-generated.ts';
import { contact } from './fixtures.ts';
import { findViolations } from './invariants.ts';

/*
 * Finding out the secret limits of blind offers, and offers where there are none.
 */

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
/** A phone for 345 dollars. */
let id: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  id = await app.insertProduct(seller, { resalePriceCents: 34_500 });
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const setFloor = async (blindFloor: number | null) =>
  unwrap(
    await app.call(contract.setOfferRules, {
      params: { id },
      body: { acceptFrom: null, declineBelow: null, blindFloor },
      token: seller.token,
    }),
  );
const offer = (ceiling: number, { token } = buyer) =>
  app.call(contract.makeBlindOffer, { params: { id }, body: { ceiling, ...contact }, token });
const list = async ({ token }: TestUser) =>
  unwrap(await app.call(contract.listBlindOffers, { params: { id }, token }));
const ordersPlaced = () => app.db.select().from(orders).where(eq(orders.productId, id));

describe('the limits of blind offers stay secret', () => {
  test('when the seller moves the floor again and again, after the offers and between them', async () => {
    await setFloor(300);
    const other = await app.insertUser('buyer');
    expect(unwrap(await offer(270))).toMatchObject({ match: false, band: 'within-15' });
    const seen = await list(seller);
    for (const floor of [280, 271, 270, 269, 100, 1, null, 345]) {
      await setFloor(floor);
      await app.runJobs('dispatch-outbox');
      // No offer that was made is compared again.
      expect(await list(seller)).toEqual(seen);
      expect(await ordersPlaced()).toEqual([]);
    }
    // Each comparison is one of three tries, whatever the floor is by then.
    await setFloor(300);
    for (const left of [1, 0]) expect(unwrap(await offer(200))).toMatchObject({ left });
    await setFloor(100);
    expect(resultCode(await offer(345))).toBe('blind-offer.limit-reached');
    expect(unwrap(await offer(50, other))).toMatchObject({ match: false, left: 2 });
  });

  test('when the price, the text or the visibility of the phone changes', async () => {
    await setFloor(300);
    for (const left of [2, 1, 0]) expect(unwrap(await offer(100))).toMatchObject({ left });
    const { token } = seller;
    unwrap(
      await app.call(contract.setPrice, { params: { id }, body: { resalePrice: 340 }, token }),
    );
    unwrap(await app.call(contract.pauseProduct, { params: { id }, token }));
    unwrap(await app.call(contract.resumeProduct, { params: { id }, token }));
    expect(resultCode(await offer(340))).toBe('blind-offer.limit-reached');
    // A price below the floor tells no more than a price says.
    unwrap(
      await app.call(contract.setPrice, { params: { id }, body: { resalePrice: 250 }, token }),
    );
    const other = await app.insertUser('buyer');
    const result = unwrap(await offer(250, other));
    expect(result.price === null || result.price <= 250).toBe(true);
    expect(withoutGenerated([result, await list(other)])).not.toContain('300');
  });

  test('of fractions, signs, texts and huge numbers, which use up no try', async () => {
    await setFloor(300);
    for (const ceiling of [299.999_999, 1e308, -1, 0, '300', null, [300], { $gte: 0 }, true]) {
      const { statusCode } = await app.server.inject({
        method: 'POST',
        url: `/api/listings/${id}/blind-offers`,
        headers: { authorization: `Bearer ${buyer.token}` },
        payload: { ceiling, ...contact },
      });
      expect([400, 422], JSON.stringify(ceiling)).toContain(statusCode);
    }
    expect(await list(buyer)).toEqual({ left: 3, made: [] });
    expect(await ordersPlaced()).toEqual([]);
  });
});

describe('a phone takes no offer, favourite or conversation', () => {
  const attempts = async (by: TestUser): Promise<Record<string, string>> => {
    const { token } = by;
    const params = { id };
    return {
      offer: resultCode(
        await app.call(contract.makeOffer, { params, body: { price: 200, ...contact }, token }),
      ),
      blind: resultCode(await offer(345, by)),
      favourite: resultCode(
        await app.call(contract.addFavourite, { params: { listingId: id }, token }),
      ),
      order: resultCode(
        await app.call(contract.placeOrder, { body: { productId: id, ...contact }, token }),
      ),
      conversation: resultCode(
        await app.call(contract.openConversation, { body: { productId: id }, token }),
      ),
    };
  };

  test.each([
    ['that its seller has paused', { hiddenReasons: ['paused'] }],
    ['that is held for review', { hiddenReasons: ['review'] }],
    ['that was removed', { removedAt: new Date() }],
  ] as const)('%s', async (_what, change) => {
    await setFloor(100);
    const values = 'removedAt' in change ? change : { hiddenReasons: [...change.hiddenReasons] };
    await app.db.update(products).set(values).where(eq(products.id, id));
    const codes = await attempts(buyer);
    for (const [what, code] of Object.entries(codes)) expect(code, what).toBe('product.not-found');
    expect(await ordersPlaced()).toEqual([]);
  });

  test('of its own seller', async () => {
    await setFloor(100);
    const codes = await attempts(seller);
    for (const [what, code] of Object.entries(codes)) expect(code, what).not.toBe('ok');
    expect(await ordersPlaced()).toEqual([]);
  });
});
