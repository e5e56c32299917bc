import {
  getListing,
  liftDeviceReport,
  removeListingImei,
  reportDevice,
  setListingImei,
} from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../../test/test-app.ts';
import { createPassportFixture, type PassportFixture } from './passport.fixture.ts';

let app: PassportFixture;

beforeAll(async () => {
  app = await createPassportFixture();
});
afterAll(() => app.close());

const isHidden = async (id: string) =>
  unwrap(await app.call(getListing, { params: { id }, token: app.seller.token })).hidden;

/** A phone of the seller, reported by its owner; the listing is hidden. */
async function listReported() {
  const imei = app.newImei();
  const { deviceId } = await app.sell(imei);
  const id = await app.insertProduct(app.seller);
  unwrap(await app.setImei(id, imei));
  const params = { id: deviceId };
  const { token } = app.buyer;
  unwrap(await app.call(reportDevice, { params, body: { as: 'lost' }, token }));
  await app.runJobs('dispatch-outbox');
  expect(await isHidden(id)).toBe(true);
  const lift = async () => {
    unwrap(await app.call(liftDeviceReport, { params, token: app.admin.token }));
    await app.runJobs('dispatch-outbox');
  };
  return { id, lift };
}

test.each<[string, (id: string) => Promise<unknown>]>([
  ['taken back', (id) => app.call(removeListingImei, { params: { id }, token: app.seller.token })],
  [
    'replaced',
    (id) =>
      app.call(setListingImei, {
        params: { id },
        body: { imeis: [app.newImei()] },
        token: app.seller.token,
      }),
  ],
])('a listing whose number was %s stays hidden until the report is lifted', async (_, change) => {
  const { id, lift } = await listReported();
  expect(await change(id)).toMatchObject({ ok: true });
  expect(await isHidden(id)).toBe(true);
  await lift();
  expect(await isHidden(id)).toBe(false);
});

test('a listing that has another reported phone by now stays hidden', async () => {
  const first = await listReported();
  const imei = app.newImei();
  const { deviceId } = await app.sell(imei);
  unwrap(await app.setImei(first.id, imei));
  const params = { id: deviceId };
  unwrap(await app.call(reportDevice, { params, body: { as: 'stolen' }, token: app.buyer.token }));
  await app.runJobs('dispatch-outbox');
  await first.lift();
  expect(await isHidden(first.id)).toBe(true);
  unwrap(await app.call(liftDeviceReport, { params, token: app.admin.token }));
  await app.runJobs('dispatch-outbox');
  expect(await isHidden(first.id)).toBe(false);
});
