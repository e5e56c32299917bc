import { liftDeviceReport, reportDevice } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { products, users } from '../../src/db/schema/index.ts';
import {
  createPassportFixture,
  type PassportFixture,
} from '../../src/features/devices/passport.fixture.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Reports of lost and stolen phones, lifted by somebody to whom it matters.
 */

let app: PassportFixture;
beforeAll(async () => {
  app = await createPassportFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('the report of a stolen phone', () => {
  /** A paid phone that its seller has reported before the handover. */
  async function reportPaidPhone() {
    const { productId } = await app.payOrder();
    const offer = (status: 'Available' | 'Sold') =>
      app.db
        .update(products)
        .set({ status, isPaid: status === 'Sold' })
        .where(eq(products.id, productId));
    // The seller gives the number before; the fixture orders at once.
    await offer('Available');
    unwrap(await app.setImei(productId, app.newImei()));
    await offer('Sold');
    const params = { id: (await app.deviceOf(productId, app.seller))?._id ?? '' };
    const report = { params, body: { as: 'stolen' }, token: app.seller.token } as const;
    expect(unwrap(await app.call(reportDevice, report)).modifiedCount).toBe(1);
    return params;
  }

  test('is not lifted by the moderator who has paid for the phone, but by another one', async () => {
    const params = await reportPaidPhone();
    await app.db.update(users).set({ staffRole: 'moderator' }).where(eq(users.id, app.buyer.id));
    const other = await app.insertUser('buyer', { staffRole: 'moderator' });
    const lift = async ({ token }: TestUser) =>
      resultCode(await app.call(liftDeviceReport, { params, token }));
    expect(await lift(app.buyer)).toBe('moderation.person-protected');
    expect(await lift(other)).toBe('ok');
  });

  test('is not made by the buyer before the handover, nor by a stranger', async () => {
    const params = await reportPaidPhone();
    for (const { token } of [app.buyer, await app.insertUser('seller')]) {
      const body = { as: 'lost' } as const;
      const result = await app.call(reportDevice, { params, body, token });
      expect(resultCode(result)).toBe('device.not-owner');
    }
  });
});
