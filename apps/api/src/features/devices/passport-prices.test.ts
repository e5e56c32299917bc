import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '../../db/schema/index.ts';
import { createPassportFixture, type PassportFixture } from './passport.fixture.ts';

let app: PassportFixture;

beforeAll(async () => {
  app = await createPassportFixture();
});
afterAll(() => app.close());

test('a phone was sold for what its buyer has paid in the end', async () => {
  const { orderId, deviceId } = await app.sell(app.newImei());
  const soldFor = async () => (await app.passport(deviceId)).listings.map((each) => each.soldFor);
  expect(await soldFor()).toEqual([345]);
  await app.db.update(orders).set({ refundedCents: 10_050 }).where(eq(orders.id, orderId));
  expect(await soldFor()).toEqual([244.5]);
});
