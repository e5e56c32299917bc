import { getListingImei, removeListingImei, setListingImei } from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { listingImeis } from '../../db/schema/index.ts';
import { decryptImei, encryptImei } from './imei-keys.ts';

const imei = '001017000000011';
const second = '001017000000029';

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());

const set = (id: string, imeis: string[], { token } = seller) =>
  app.call(setListingImei, { params: { id }, body: { imeis }, token });
const get = async (id: string, { token } = seller) =>
  app.call(getListingImei, { params: { id }, token });
const remove = (id: string, { token } = seller) =>
  app.call(removeListingImei, { params: { id }, token });

test('a seller sets, reads, changes and removes the numbers of a listing', async () => {
  const id = await app.insertProduct(seller);
  expect(unwrap(await set(id, ['00-101700-000001-1'])).modifiedCount).toBe(1);
  expect(unwrap(await set(id, [imei])).modifiedCount).toBe(0);
  expect(unwrap(await get(id)).imeis).toEqual([imei]);
  unwrap(await set(id, [second, imei]));
  expect([...unwrap(await get(id)).imeis].sort()).toEqual([imei, second]);
  const other = await app.insertUser('seller');
  expect(resultCode(await get(id, other))).toBe('product.not-owner');
  expect(resultCode(await set(id, [imei], other))).toBe('product.not-owner');
  expect(resultCode(await remove(id, other))).toBe('product.not-owner');
  expect(unwrap(await remove(id)).deletedCount).toBe(2);
});

test('the database has neither the numbers nor the same ciphertext twice', async () => {
  const id = await app.insertProduct(seller);
  unwrap(await set(id, [imei]));
  const rows = await app.db.select().from(listingImeis);
  expect(JSON.stringify(rows)).not.toContain(imei.slice(0, 8));
  expect(encryptImei(app.settings, imei)).not.toBe(encryptImei(app.settings, imei));
  const other = { ...app.settings, imeiSecret: 'another secret of at least 32 characters' };
  expect(() => decryptImei(other, rows[0]?.imeiEncrypted ?? '')).toThrow();
  unwrap(await remove(id));
});

test('a number occupies one live listing, also if two are posted at once', async () => {
  const ids = [await app.insertProduct(seller), await app.insertProduct(seller)];
  const results = await Promise.all(ids.map((id) => set(id, [imei, second])));
  expect(results.map(resultCode).sort()).toEqual(['device.already-listed', 'ok']);
  const winner = ids[results.findIndex(({ ok }) => ok)] ?? '';
  const loser = ids.find((id) => id !== winner) ?? '';
  expect(unwrap(await get(loser)).imeis).toEqual([]);
  await app.db.execute(`update products set removed_at = now() where id = '${winner}'`);
  unwrap(await set(loser, [imei]));
  unwrap(await remove(loser));
});

test('a number occupies one live listing, also if two replicas get it at once', async () => {
  const replica = await createTestApp({ database: app.database });
  try {
    for (let round = 0; round < 5; round++) {
      const ids = [await app.insertProduct(seller), await app.insertProduct(seller)] as const;
      const calls = ids.map((id, index) =>
        (index === 0 ? app : replica).call(setListingImei, {
          params: { id },
          body: { imeis: [imei] },
          token: seller.token,
        }),
      );
      const results = await Promise.all(calls);
      expect(results.map(resultCode).sort()).toEqual(['device.already-listed', 'ok']);
      const refused = results.find(({ ok }) => !ok);
      expect(!refused?.ok && refused?.error.status).toBe(409);
      for (const id of ids) await remove(id);
    }
  } finally {
    await replica.close();
  }
});

test.each([
  ['490154203237519', 'A digit is wrong'],
  ['49015420323751', 'The last digit is missing'],
  ['4901542032375100', 'IMEISV'],
  ['000000000000000', 'placeholder'],
  ['iPhone', 'digits only'],
])('%s is refused: %s', async (number, reason) => {
  const id = await app.insertProduct(seller);
  const result = await set(id, [number]);
  expect(resultCode(result)).toBe('validation.failed');
  expect(result.ok ? '' : result.error.message).toContain(reason);
});

test('numbers of test devices are for the demo, and an ordered phone keeps its number', async () => {
  const id = await app.insertProduct(seller, { status: 'Sold' });
  expect(resultCode(await set(id, ['490154203237518']))).toBe('product.has-active-order');
  expect(resultCode(await remove(id))).toBe('product.has-active-order');
  const live = await createTestApp({ settings: { demo: false } });
  const owner = await live.insertUser('seller');
  const own = await live.insertProduct(owner);
  const setLive = (imeis: string[]) =>
    live.call(setListingImei, { params: { id: own }, body: { imeis }, token: owner.token });
  expect(resultCode(await setLive([imei]))).toBe('validation.failed');
  unwrap(await setLive(['490154203237518']));
  await live.close();
});
