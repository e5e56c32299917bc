import {
  changeListing,
  checkImei,
  deleteProduct,
  editProduct,
  getListing,
  getListingDevice,
  getListingImei,
  getResaleDraft,
  liftDeviceReport,
  placeOrder,
  relistProduct,
  reportDevice,
  resellOrder,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  newProductInput,
  publicUrl,
  resultCode,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { listingPhotos, models, orders, products } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import { createPassportFixture, type PassportFixture, resale } from './passport.fixture.ts';

let app: PassportFixture;

beforeAll(async () => {
  app = await createPassportFixture();
});
afterAll(() => app.close());

test('a phone is sold, passes on, is listed by its buyer with all details, and comes back after a refund', async () => {
  const imei = app.newImei();
  const { orderId, productId, deviceId } = await app.sell(imei);
  const owners = async () =>
    (await app.passport(deviceId)).owners.map(({ name, source }) => `${name} ${source}`);
  expect(await owners()).toEqual(['Owner 1 listing', 'Owner 2 order']);
  expect((await app.passport(deviceId, app.buyer)).viewer).toBe('owner');
  expect((await app.passport(deviceId, app.seller)).viewer).toBe('other');

  const params = { id: orderId };
  const { token } = app.buyer;
  const draft = unwrap(await app.call(getResaleDraft, { params, token }));
  expect(draft).toMatchObject({ boughtFor: 345, deviceId, listedAs: null });
  expect(resultCode(await app.call(getResaleDraft, { params, token: app.seller.token }))).toBe(
    'order.not-found',
  );
  expect(resultCode(await app.call(resellOrder, { params, body: resale(), token }))).toBe(
    'role.forbidden',
  );
  await app.makeSeller(app.buyer);
  const both = await Promise.all([
    app.call(resellOrder, { params, body: resale(), token }),
    app.call(resellOrder, { params, body: resale(), token }),
  ]);
  expect(both.map(resultCode).sort()).toEqual(['device.already-listed', 'ok']);
  const won = both.find(({ ok }) => ok);
  const resold = won?.ok ? won.value.insertedId : '';
  expect(unwrap(await app.call(getListingImei, { params: { id: resold }, token })).imeis).toEqual([
    imei,
  ]);
  expect((await app.deviceOf(resold))?._id).toBe(deviceId);
  const after = await app.passport(deviceId);
  expect(after.listings.map(({ state, soldFor, owner }) => [state, soldFor, owner])).toEqual([
    ['sold', 345, 'Owner 1'],
    ['offered', null, 'Owner 2'],
  ]);
  expect(after.warnings).toEqual([]);
  expect(JSON.stringify(after)).not.toContain(imei);
  expect(JSON.stringify(after)).not.toContain(app.buyer.name);

  // A chargeback weeks later.
  await app.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId));
  for (const _again of [1, 2]) {
    await emit(app.db, { type: 'order.charged-back', orderId });
    await app.runJobs('dispatch-outbox');
  }
  expect(await owners()).toEqual(['Owner 1 listing', 'Owner 2 order', 'Owner 1 refund']);
  expect((await app.passport(deviceId)).warnings.map(({ kind }) => kind)).toEqual(['other-owner']);
  // The owner's listing takes the number over; the other one loses it.
  await app.db.execute(sql`
    update products set status = 'Available', is_paid = false, hidden_reasons = '{refunded}'
    where id = ${productId}`);
  unwrap(await app.call(relistProduct, { params: { productId }, token: app.seller.token }));
  const back = unwrap(
    await app.call(getListingImei, { params: { id: productId }, token: app.seller.token }),
  );
  expect(back.imeis).toEqual([imei]);
  expect(resultCode(await app.setImei(resold, app.newImei(), app.buyer))).toBe('ok');
  expect(resultCode(await app.setImei(resold, imei, app.buyer))).toBe('device.already-listed');
});

test('a resale has all photos of the listing in their order, with their texts', async () => {
  const { orderId, productId } = await app.sell(app.newImei());
  const [sold] = await app.db.select().from(products).where(eq(products.id, productId));
  const front = sold?.imageUrl ?? '';
  const photo = (imageUrl: string, alt: string, position: number, removedAt?: Date) => ({
    id: crypto.randomUUID(),
    productId,
    imageUrl,
    alt,
    position,
    ...(removedAt && { removedAt }),
  });
  await app.db
    .insert(listingPhotos)
    .values([
      photo('/images/3-720.jpg', 'The box', 7),
      photo(front, '', 2),
      photo('/images/2-720.jpg', 'The back', 5),
      photo('/images/4-720.jpg', 'Removed', 1, new Date()),
    ]);
  await app.makeSeller(app.buyer);
  const { insertedId: resold } = unwrap(
    await app.call(resellOrder, {
      params: { id: orderId },
      body: resale(),
      token: app.buyer.token,
    }),
  );
  const photosOf = async (id: string) =>
    unwrap(await app.call(getListing, { params: { id } })).photos;
  const copied = await photosOf(resold);
  expect(copied.map(({ img, alt }) => [img.split('/').at(-1), alt])).toEqual([
    [front.split('/').at(-1), ''],
    ['2-720.jpg', 'The back'],
    ['3-720.jpg', 'The box'],
  ]);
  const originals = await app.db
    .select({ id: listingPhotos.id })
    .from(listingPhotos)
    .where(eq(listingPhotos.productId, productId));
  expect(copied.filter(({ _id }) => originals.some(({ id }) => id === _id))).toEqual([]);
});

test('nobody keeps a buyer from selling a phone by listing it first', async () => {
  const imei = app.newImei();
  const { orderId, deviceId } = await app.sell(imei);
  const squatting = await app.insertProduct(app.seller);
  unwrap(await app.setImei(squatting, imei));
  expect((await app.passport(deviceId, app.buyer)).viewer).toBe('owner');
  expect((await app.passport(deviceId)).warnings.map(({ kind }) => kind)).toEqual(['other-owner']);
  await app.makeSeller(app.buyer);
  const { token } = app.buyer;
  const resold = unwrap(
    await app.call(resellOrder, { params: { id: orderId }, body: resale(), token }),
  );
  expect((await app.deviceOf(resold.insertedId))?._id).toBe(deviceId);
  expect((await app.passport(deviceId)).warnings).toEqual([]);
  expect(resultCode(await app.setImei(squatting, app.newImei()))).toBe('ok');
});

test('who lists a phone that another only listed becomes its owner', async () => {
  const imei = app.newImei();
  const first = await app.insertProduct(app.seller);
  unwrap(await app.setImei(first, imei));
  const other = await app.insertUser('seller');
  const second = await app.insertProduct(other);
  expect(resultCode(await app.setImei(second, imei, other))).toBe('device.already-listed');
  unwrap(await app.call(deleteProduct, { params: { id: first }, token: app.seller.token }));
  unwrap(await app.setImei(second, imei, other));
  const device = await app.deviceOf(second);
  const { owners, listings } = await app.passport(device?._id ?? '', other);
  expect(owners.map(({ name }) => name)).toEqual(['Owner 1', 'Owner 2']);
  expect(listings.map(({ state, name }) => [state, name === null])).toEqual([
    ['removed', true],
    ['offered', false],
  ]);
});

test('what sellers state becomes a reading; a battery that rises is a warning', async () => {
  const id = await app.insertProduct(app.seller, { condition: 'fair' });
  unwrap(await app.setImei(id, app.newImei()));
  const state = async (body: object) =>
    unwrap(await app.call(changeListing, { params: { id }, body, token: app.seller.token }));
  await state({ batteryHealthPct: 84, storageGb: 128 });
  await state({ batteryHealthPct: 84 });
  await state({ batteryHealthPct: 96 });
  await state({ batteryHealthPct: 90, storageGb: 256 });
  const device = await app.deviceOf(id);
  const { readings, warnings } = await app.passport(device?._id ?? '');
  expect(readings.map(({ batteryHealthPct }) => batteryHealthPct)).toEqual([null, 84, 96, 90]);
  expect(warnings.map(({ kind }) => kind)).toEqual(['battery-rises', 'storage-changes']);
  expect(device?.warnings).toEqual(warnings);
});

test('another model by another name is a reading and a warning', async () => {
  const name = 'iPhone 13 128 GB';
  const id = await app.insertProduct(app.seller, { name, category: 'Iphone' });
  const edit = async (change: object) => {
    const img = `${publicUrl}/images/front-720.jpg`;
    const body = { ...newProductInput({ img, category: 'Iphone' }), ...change };
    unwrap(await app.call(editProduct, { params: { id }, body, token: app.seller.token }));
  };
  await app.db
    .update(products)
    .set({ imageUrl: '/images/front-720.jpg' })
    .where(eq(products.id, id));
  await edit({ name: 'iPhone 13, 128 GB' });
  unwrap(await app.setImei(id, app.newImei()));
  await edit({ name: 'iPhone 15 256 GB' });
  await edit({ name: 'iPhone 15 256 GB', resalePrice: 299 });
  const device = await app.deviceOf(id);
  const { model, readings, warnings } = await app.passport(device?._id ?? '');
  expect(model?.name).toBe('iPhone 15');
  expect(readings.map((reading) => [reading.model, reading.storageGb])).toEqual([
    ['iPhone 13', 128],
    ['iPhone 15', 256],
  ]);
  expect(warnings.map(({ kind }) => kind)).toEqual(['storage-changes', 'model-changes']);
});

test('a passport shows nothing of a hidden listing, also once that is removed, but for statements', async () => {
  const imei = app.newImei();
  const { deviceId, productId } = await app.sell(imei);
  // What was sold stays.
  await app.db.execute(
    sql`update products set hidden_reasons = '{suspended}' where id = ${productId}`,
  );
  const before = await app.passport(deviceId);
  expect(before.listings.map(({ state }) => state)).toEqual(['sold']);
  const { token } = app.buyer;
  await app.makeSeller(app.buyer);
  const id = await app.insertProduct(app.buyer, { resalePriceCents: 98_700 });
  unwrap(await app.setImei(id, imei, app.buyer));
  const body = { batteryHealthPct: 84 };
  unwrap(await app.call(changeListing, { params: { id }, body, token }));
  await app.takeSelfTest(id, app.buyer);
  const seen = async (who?: TestUser) => {
    const { listings, readings, selfTests } = await app.passport(deviceId, who);
    return {
      states: listings.map(({ state }) => state),
      battery: readings.at(-1)?.batteryHealthPct,
      tests: selfTests.length,
      // As a number: ids and times have these digits now and then.
      price: /:987[,}]/.test(JSON.stringify(listings)),
    };
  };
  const shown = { states: ['sold', 'offered'], battery: 84, tests: 1, price: true };
  const hidden = { states: ['sold'], battery: null, tests: 0, price: false };
  expect(await seen()).toEqual(shown);
  const hide = (reasons: string) =>
    app.db.execute(sql`update products set hidden_reasons = ${reasons} where id = ${id}`);
  for (const reason of ['paused', 'review', 'moderation', 'suspended']) {
    await hide(`{${reason}}`);
    for (const who of [undefined, app.seller, app.admin, app.buyer])
      expect(await seen(who)).toEqual(hidden);
  }
  await app.db.execute(sql`update products set removed_at = now() where id = ${id}`);
  expect(await seen()).toEqual({ ...hidden, battery: 84, tests: 1 });
  await hide('{}');
  expect(await seen()).toEqual({ ...shown, states: ['sold', 'removed'] });
});

test('who may see a hidden listing is warned of what it states', async () => {
  const id = await app.insertProduct(app.seller, { condition: 'fair' });
  unwrap(await app.setImei(id, app.newImei()));
  for (const batteryHealthPct of [84, 96]) {
    const body = { batteryHealthPct };
    unwrap(await app.call(changeListing, { params: { id }, body, token: app.seller.token }));
  }
  await app.db.execute(sql`update products set hidden_reasons = '{paused}' where id = ${id}`);
  const device = await app.deviceOf(id, app.seller);
  expect(device?.warnings.map(({ kind }) => kind)).toEqual(['battery-rises']);
  expect((await app.passport(device?._id ?? '')).warnings).toEqual([]);
});

test('the owner reports a phone: hidden, not listable, its buyer is warned; an admin lifts it', async () => {
  const imei = app.newImei();
  const { deviceId, orderId } = await app.sell(imei);
  const params = { id: deviceId };
  const { token } = app.buyer;
  await app.makeSeller(app.buyer);
  const resold = unwrap(
    await app.call(resellOrder, { params: { id: orderId }, body: resale(), token }),
  ).insertedId;
  const third = await app.insertUser('buyer');
  const order = { productId: resold, phone: '+1 202-555-0117', location: 'Porto' };
  const placed = unwrap(await app.call(placeOrder, { body: order, token: third.token }));
  const report = (who: TestUser) =>
    app.call(reportDevice, { params, body: { as: 'stolen' }, token: who.token });
  expect(resultCode(await report(app.seller))).toBe('device.not-owner');
  expect(unwrap(await report(app.buyer)).modifiedCount).toBe(1);
  expect(unwrap(await report(app.buyer)).modifiedCount).toBe(0);
  await app.runJobs('dispatch-outbox');
  const warning = app.sentMails.filter(
    ({ to, subject }) => to === third.email && subject.endsWith('reported as stolen'),
  );
  expect(warning).toHaveLength(1);
  expect(warning[0]?.text).toContain(placed.insertedId);
  expect(warning[0]?.text).toContain('Do not pay before this is settled');
  expect((await app.deviceOf(resold, third))?.reported?.as).toBe('stolen');
  expect(resultCode(await app.call(getListingDevice, { params: { id: resold } }))).toBe(
    'product.not-found',
  );
  expect(resultCode(await app.setImei(await app.insertProduct(app.seller), imei))).not.toBe('ok');
  const found = unwrap(await app.call(checkImei, { body: { imei } }));
  expect(found).toEqual({ problem: null, model: null, offered: false, reported: true });

  const lift = (who: TestUser) => app.call(liftDeviceReport, { params, token: who.token });
  expect(resultCode(await lift(app.buyer))).toBe('role.forbidden');
  expect(unwrap(await lift(app.admin)).deletedCount).toBe(1);
  expect(unwrap(await lift(app.admin)).deletedCount).toBe(0);
  await app.runJobs('dispatch-outbox');
  expect(unwrap(await app.call(getListing, { params: { id: resold } })).hidden).toBe(false);
  const events = await app.db.execute(
    sql`select kind from device_report_events where device_id = ${deviceId} order by id`,
  );
  expect(events.rows).toEqual([{ kind: 'stolen' }, { kind: 'lifted' }]);
});

test('a reported phone cannot be listed by anybody', async () => {
  const imei = app.newImei();
  const { deviceId } = await app.sell(imei);
  unwrap(
    await app.call(reportDevice, {
      params: { id: deviceId },
      body: { as: 'lost' },
      token: app.buyer.token,
    }),
  );
  const other = await app.insertUser('seller');
  expect(resultCode(await app.setImei(await app.insertProduct(other), imei, other))).toBe(
    'device.reported',
  );
});

test('the model of a TAC is learned from accepted sales of several sellers', async () => {
  const tac = '00101766';
  const [iphone, galaxy] = await app.db.select().from(models).limit(2);
  const otherSeller = await app.insertUser('seller');
  const refusal = async (who: TestUser) => {
    const id = await app.insertProduct(who, { modelId: galaxy?.id ?? null });
    const result = await app.setImei(id, app.newImei(tac), who);
    await app.db.execute(sql`update products set removed_at = now() where id = ${id}`);
    return result;
  };
  const sellAs = async (who: TestUser) => {
    const { productId } = await app.sell(app.newImei(tac), who);
    await app.db
      .update(products)
      .set({ modelId: iphone?.id ?? null })
      .where(eq(products.id, productId));
  };
  const check = async () =>
    unwrap(await app.call(checkImei, { body: { imei: app.newImei(tac) } })).model;
  for (let sales = 0; sales < 3; sales++) {
    expect(await check()).toBeNull();
    expect(resultCode(await refusal(app.seller))).toBe('ok');
    await sellAs(app.seller);
  }
  // Three phones of one seller teach nothing.
  expect(await check()).toBeNull();
  await sellAs(otherSeller);
  expect(await check()).toEqual({ slug: iphone?.slug, name: iphone?.name });
  const refused = await refusal(app.seller);
  expect(resultCode(refused)).toBe('device.model-implausible');
  expect(refused.ok ? '' : refused.error.message).toContain(iphone?.name);
});

test('a check of a number says what is wrong, and cannot enumerate', async () => {
  const limited = await createTestApp({ settings: { rateLimitScale: 1 } });
  const check = (imei: string) => limited.call(checkImei, { body: { imei } });
  const wrong = unwrap(await check('490154203237519'));
  expect(wrong).toMatchObject({ problem: expect.stringContaining('digit'), offered: false });
  const results = [];
  for (let n = 0; n < 12; n++) results.push(resultCode(await check(app.newImei())));
  expect(results.filter((code) => code === 'ok')).toHaveLength(9);
  expect(results.slice(9)).toEqual(['rate.limited', 'rate.limited', 'rate.limited']);
  // Signing in does not help.
  const { token } = await limited.insertUser('buyer');
  const signedIn = await limited.call(checkImei, { body: { imei: app.newImei() }, token });
  expect(resultCode(signedIn)).toBe('rate.limited');
  await limited.close();
});

test('the history of a device cannot be rewritten', async () => {
  for (const table of ['device_owners', 'device_entries', 'device_report_events']) {
    await expect(app.db.execute(`delete from ${table}`)).rejects.toThrow();
    await expect(app.db.execute(`update ${table} set at = now()`)).rejects.toThrow();
  }
});

test('no number is in a response, log, mail, file or table of this run but the view of its owner', async () => {
  const found = await app.findNumbers();
  expect(app.issued.length).toBeGreaterThan(20);
  expect(app.produced.length).toBeGreaterThan(200);
  for (const kind of ['log: ', 'mail: ', 'public.listing_imeis: ', 'GET /api/devices/:id: ']) {
    expect(
      app.produced.some((text) => text.startsWith(kind)),
      kind,
    ).toBe(true);
  }
  expect(found).toEqual([]);
});
