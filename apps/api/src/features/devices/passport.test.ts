import { Writable } from 'node:stream';
import {
  changeListing,
  checkImei,
  createSelfTestLink,
  deleteProduct,
  getDevice,
  getListing,
  getListingDevice,
  getListingImei,
  getResaleDraft,
  liftDeviceReport,
  placeOrder,
  relistProduct,
  reportDevice,
  resellOrder,
  type SelfTestFinding,
  selfTestKinds,
  sendSelfTest,
  setListingImei,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { listingPhotos, models, orders, products, users } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';

let app: TradeFixture;
let seller: TestUser;
let buyer: TestUser;
let serial = 0;
/** Everything that this run produced for somebody else than the owner of a number. */
const produced: string[] = [];
const issued: string[] = [];

beforeAll(async () => {
  const logged = new Writable({
    write(line, _encoding, done) {
      produced.push(`log: ${line}`);
      done();
    },
  });
  const { log } = fastify({ logger: { level: 'trace', stream: logged } });
  const fixture = await createTradeFixture({ log });
  const call: typeof fixture.call = async (endpoint, input) => {
    const result = await fixture.call(endpoint, input);
    if (endpoint.path !== getListingImei.path || endpoint.method !== 'GET') {
      produced.push(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(result)}`);
    }
    return result;
  };
  app = { ...fixture, call };
  ({ seller, buyer } = app);
});
afterAll(() => app.close());

/** An IMEI of a test device that no other test uses. */
function newImei(tac = '00101701'): string {
  serial++;
  const body = tac + String(serial).padStart(6, '0');
  const sum = [...body].reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  const imei = body + ((10 - (sum % 10)) % 10);
  issued.push(imei);
  return imei;
}

const setImei = (id: string, imei: string, { token } = seller) =>
  app.call(setListingImei, { params: { id }, body: { imeis: [imei] }, token });
const deviceOf = async (id: string, who?: TestUser) =>
  unwrap(await app.call(getListingDevice, { params: { id }, ...(who && { token: who.token }) }))
    .device;
const passport = async (id: string, who?: TestUser) =>
  unwrap(await app.call(getDevice, { params: { id }, ...(who && { token: who.token }) }));
const resale = (about: object = {}) => ({
  resalePrice: 300,
  number: '+1 202-555-0117',
  location: 'Porto',
  description: 'Bought here, and as good as then.',
  ...about,
});

/** Pays an order of a listing with an IMEI, hands the phone over, and accepts it. */
async function sell(imei: string, from = seller) {
  const { orderId, productId } = await app.payOrder({ of: from });
  // The seller gave the IMEI before; the fixture orders at once.
  await app.db
    .update(products)
    .set({ status: 'Available', isPaid: false })
    .where(eq(products.id, productId));
  unwrap(await setImei(productId, imei, from));
  await app.db
    .update(products)
    .set({ status: 'Sold', isPaid: true })
    .where(eq(products.id, productId));
  await app.move(orderId, 'meet');
  unwrap(await app.accept(orderId));
  await app.runJobs('dispatch-outbox');
  const device = await deviceOf(productId);
  return { orderId, productId, deviceId: device?._id ?? '' };
}

async function makeSeller(user: TestUser): Promise<void> {
  await app.db.update(users).set({ role: 'seller' }).where(eq(users.id, user.id));
}

test('a phone is sold, passes on, is listed by its buyer with all details, and comes back after a refund', async () => {
  const imei = newImei();
  const { orderId, productId, deviceId } = await sell(imei);
  const owners = async () =>
    (await passport(deviceId)).owners.map(({ name, source }) => `${name} ${source}`);
  expect(await owners()).toEqual(['Owner 1 listing', 'Owner 2 order']);
  expect((await passport(deviceId, buyer)).viewer).toBe('owner');
  expect((await passport(deviceId, seller)).viewer).toBe('other');

  const params = { id: orderId };
  const { token } = buyer;
  const draft = unwrap(await app.call(getResaleDraft, { params, token }));
  expect(draft).toMatchObject({ boughtFor: 345, deviceId, listedAs: null });
  expect(resultCode(await app.call(getResaleDraft, { params, token: seller.token }))).toBe(
    'order.not-found',
  );
  expect(resultCode(await app.call(resellOrder, { params, body: resale(), token }))).toBe(
    'role.forbidden',
  );
  await makeSeller(buyer);
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
  expect((await deviceOf(resold))?._id).toBe(deviceId);
  const after = await passport(deviceId);
  expect(after.listings.map(({ state, soldFor, owner }) => [state, soldFor, owner])).toEqual([
    ['sold', 345, 'Owner 1'],
    ['offered', null, 'Owner 2'],
  ]);
  expect(after.warnings).toEqual([]);
  expect(JSON.stringify(after)).not.toContain(imei);
  expect(JSON.stringify(after)).not.toContain(buyer.name);

  // A chargeback weeks later.
  await app.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId));
  for (const _again of [1, 2]) {
    await emit(app.db, { type: 'order.charged-back', orderId });
    await app.runJobs('dispatch-outbox');
  }
  expect(await owners()).toEqual(['Owner 1 listing', 'Owner 2 order', 'Owner 1 refund']);
  expect((await passport(deviceId)).warnings.map(({ kind }) => kind)).toEqual(['other-owner']);
  // The owner's listing takes the number over; the other one loses it.
  await app.db.execute(sql`
    update products set status = 'Available', is_paid = false, hidden_reasons = '{refunded}'
    where id = ${productId}`);
  unwrap(await app.call(relistProduct, { params: { productId }, token: seller.token }));
  const back = unwrap(
    await app.call(getListingImei, { params: { id: productId }, token: seller.token }),
  );
  expect(back.imeis).toEqual([imei]);
  expect(resultCode(await setImei(resold, newImei(), buyer))).toBe('ok');
  expect(resultCode(await setImei(resold, imei, buyer))).toBe('device.already-listed');
});

test('a resale has all photos of the listing in their order, with their texts', async () => {
  const { orderId, productId } = await sell(newImei());
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
  await makeSeller(buyer);
  const { insertedId: resold } = unwrap(
    await app.call(resellOrder, {
      params: { id: orderId },
      body: resale(),
      token: buyer.token,
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

/** A self-test in which everything works but what is named. */
const takeSelfTest = async (productId: string, who: TestUser, failed?: string) => {
  const send = await openSelfTest(productId, who);
  await send(failed);
};

/** Opens the link of a self-test. @returns sends its report. */
async function openSelfTest(productId: string, { token: session }: TestUser) {
  const params = { id: productId };
  const { token } = unwrap(await app.call(createSelfTestLink, { params, token: session }));
  return async (failed?: string) => {
    const results = selfTestKinds.map((kind) => ({
      test: kind,
      outcome: kind === failed ? 'failed' : kind === 'nfc' ? 'unsupported' : 'passed',
    })) satisfies SelfTestFinding[];
    unwrap(await app.call(sendSelfTest, { params: { token }, body: { results } }));
  };
}

/** Lists a phone with an IMEI, which the seller has tested. */
async function listTested() {
  const productId = await app.insertProduct(seller, { resalePriceCents: 34_500 });
  unwrap(await setImei(productId, newImei()));
  await takeSelfTest(productId, seller);
  const deviceId = (await deviceOf(productId))?._id ?? '';
  /** Whose self-tests the passport has, what failed in each, and whether its sale is public. */
  const tests = async () =>
    (await passport(deviceId)).selfTests.map(({ by, owner, failed, soldAt }) =>
      [by, owner, ...failed, soldAt ? 'sold' : 'not sold'].join(', '),
    );
  return { productId, deviceId, tests };
}

test('self-tests of seller and buyer are in the passport, that of the buyer once the order is completed', async () => {
  const { productId, deviceId, tests } = await listTested();
  expect(await tests()).toEqual(['seller, Owner 1, not sold']);
  expect((await passport(deviceId)).selfTests).toMatchObject([
    { productId, passed: selfTestKinds.filter((kind) => kind !== 'nfc'), notRun: ['nfc'] },
  ]);
  const sendLate = await openSelfTest(productId, seller);
  const { orderId } = await app.payOrder({ productId });
  await sendLate('sound');
  await takeSelfTest(productId, buyer, 'front-camera');
  await app.move(orderId, 'meet');
  expect(await tests()).toEqual(['seller, Owner 1, not sold']);
  const sendAfterwards = await openSelfTest(productId, buyer);
  unwrap(await app.accept(orderId));
  await app.runJobs('dispatch-outbox');
  await sendAfterwards('touch');
  const completed = ['seller, Owner 1, sold', 'buyer, Owner 2, front-camera, sold'];
  expect(await tests()).toEqual(completed);
  const { listings, selfTests } = await passport(deviceId);
  expect(selfTests.map(({ soldAt }) => soldAt)).toEqual([listings[0]?.soldAt, listings[0]?.soldAt]);
  expect(JSON.stringify(selfTests)).not.toContain(buyer.id);

  // The sale is no longer public, the owners still are.
  await app.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId));
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, productId));
  expect((await tests()).at(-1)).toBe('buyer, Owner 2, front-camera, not sold');
  expect((await passport(deviceId)).selfTests.map((one) => one.productId)).toEqual(
    (await tests()).map(() => null),
  );
});

test('the self-test of a buyer whose order was refunded before its completion is not public', async () => {
  const { productId, tests } = await listTested();
  const { orderId } = await app.payOrder({ productId });
  await takeSelfTest(productId, buyer, 'touch');
  await app.move(orderId, 'meet');
  await app.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId));
  await emit(app.db, { type: 'order.charged-back', orderId });
  await app.runJobs('dispatch-outbox');
  expect(await tests()).toEqual(['seller, Owner 1, not sold']);

  // Offered again, it is tested and sold again.
  await app.db
    .update(products)
    .set({ status: 'Available', isPaid: false, hiddenReasons: [] })
    .where(eq(products.id, productId));
  await takeSelfTest(productId, seller, 'sound');
  const { orderId: next } = await app.payOrder({ productId });
  await app.move(next, 'meet');
  await takeSelfTest(productId, buyer, 'location');
  unwrap(await app.accept(next));
  await app.runJobs('dispatch-outbox');
  expect(await tests()).toEqual([
    'seller, Owner 1, sold',
    'seller, Owner 1, sound, sold',
    'buyer, Owner 2, location, sold',
  ]);
});

test('the self-test of a listing under another name is not in the passport, as it may be of another phone', async () => {
  const { productId, tests } = await listTested();
  await app.db.update(products).set({ name: 'Another phone' }).where(eq(products.id, productId));
  expect(await tests()).toEqual([]);
  await takeSelfTest(productId, seller, 'battery');
  expect(await tests()).toEqual(['seller, Owner 1, battery, not sold']);
});

test('of very many self-tests the passport has the latest hundred, the earliest first', async () => {
  const { productId, deviceId } = await listTested();
  await app.db.execute(sql`
    insert into self_tests
    select gen_random_uuid(), product_id, order_id, party, created_by, product_name, results, jws,
      at - make_interval(hours => n)
    from self_tests, generate_series(1, 120) n where product_id = ${productId}`);
  const times = (await passport(deviceId)).selfTests.map(({ at }) => at);
  expect(times).toHaveLength(100);
  expect(times).toEqual([...times].sort());
  expect(Date.parse(times.at(-1) ?? '')).toBeGreaterThan(Date.now() - 600_000);
});

test('nobody keeps a buyer from selling a phone by listing it first', async () => {
  const imei = newImei();
  const { orderId, deviceId } = await sell(imei);
  const squatting = await app.insertProduct(seller);
  unwrap(await setImei(squatting, imei));
  expect((await passport(deviceId, buyer)).viewer).toBe('owner');
  expect((await passport(deviceId)).warnings.map(({ kind }) => kind)).toEqual(['other-owner']);
  await makeSeller(buyer);
  const { token } = buyer;
  const resold = unwrap(
    await app.call(resellOrder, { params: { id: orderId }, body: resale(), token }),
  );
  expect((await deviceOf(resold.insertedId))?._id).toBe(deviceId);
  expect((await passport(deviceId)).warnings).toEqual([]);
  expect(resultCode(await setImei(squatting, newImei()))).toBe('ok');
});

test('who lists a phone that another only listed becomes its owner', async () => {
  const imei = newImei();
  const first = await app.insertProduct(seller);
  unwrap(await setImei(first, imei));
  const other = await app.insertUser('seller');
  const second = await app.insertProduct(other);
  expect(resultCode(await setImei(second, imei, other))).toBe('device.already-listed');
  unwrap(await app.call(deleteProduct, { params: { id: first }, token: seller.token }));
  unwrap(await setImei(second, imei, other));
  const device = await deviceOf(second);
  const { owners, listings } = await passport(device?._id ?? '', other);
  expect(owners.map(({ name }) => name)).toEqual(['Owner 1', 'Owner 2']);
  expect(listings.map(({ state, name }) => [state, name === null])).toEqual([
    ['removed', true],
    ['offered', false],
  ]);
});

test('what sellers state becomes a reading; a battery that rises is a warning', async () => {
  const id = await app.insertProduct(seller, { condition: 'fair' });
  unwrap(await setImei(id, newImei()));
  const state = async (body: object) =>
    unwrap(await app.call(changeListing, { params: { id }, body, token: seller.token }));
  await state({ batteryHealthPct: 84, storageGb: 128 });
  await state({ batteryHealthPct: 84 });
  await state({ batteryHealthPct: 96 });
  await state({ batteryHealthPct: 90, storageGb: 256 });
  const device = await deviceOf(id);
  const { readings, warnings } = await passport(device?._id ?? '');
  expect(readings.map(({ batteryHealthPct }) => batteryHealthPct)).toEqual([null, 84, 96, 90]);
  expect(warnings.map(({ kind }) => kind)).toEqual(['battery-rises', 'storage-changes']);
  expect(device?.warnings).toEqual(warnings);
});

test('a passport shows nothing of a hidden listing, also once that is removed, but for statements', async () => {
  const imei = newImei();
  const { deviceId, productId } = await sell(imei);
  // What was sold stays.
  await app.db.execute(
    sql`update products set hidden_reasons = '{suspended}' where id = ${productId}`,
  );
  const before = await passport(deviceId);
  expect(before.listings.map(({ state }) => state)).toEqual(['sold']);
  const { token } = buyer;
  await makeSeller(buyer);
  const id = await app.insertProduct(buyer, { resalePriceCents: 98_700 });
  unwrap(await setImei(id, imei, buyer));
  const body = { batteryHealthPct: 84 };
  unwrap(await app.call(changeListing, { params: { id }, body, token }));
  await takeSelfTest(id, buyer);
  const seen = async (who?: TestUser) => {
    const { listings, readings, selfTests } = await passport(deviceId, who);
    return {
      states: listings.map(({ state }) => state),
      battery: readings.at(-1)?.batteryHealthPct,
      tests: selfTests.length,
      price: JSON.stringify(listings).includes('987'),
    };
  };
  const shown = { states: ['sold', 'offered'], battery: 84, tests: 1, price: true };
  const hidden = { states: ['sold'], battery: null, tests: 0, price: false };
  expect(await seen()).toEqual(shown);
  const hide = (reasons: string) =>
    app.db.execute(sql`update products set hidden_reasons = ${reasons} where id = ${id}`);
  for (const reason of ['paused', 'review', 'moderation', 'suspended']) {
    await hide(`{${reason}}`);
    for (const who of [undefined, seller, app.admin, buyer])
      expect(await seen(who)).toEqual(hidden);
  }
  await app.db.execute(sql`update products set removed_at = now() where id = ${id}`);
  expect(await seen()).toEqual({ ...hidden, battery: 84, tests: 1 });
  await hide('{}');
  expect(await seen()).toEqual({ ...shown, states: ['sold', 'removed'] });
});

test('who may see a hidden listing is warned of what it states', async () => {
  const id = await app.insertProduct(seller, { condition: 'fair' });
  unwrap(await setImei(id, newImei()));
  for (const batteryHealthPct of [84, 96]) {
    const body = { batteryHealthPct };
    unwrap(await app.call(changeListing, { params: { id }, body, token: seller.token }));
  }
  await app.db.execute(sql`update products set hidden_reasons = '{paused}' where id = ${id}`);
  const device = await deviceOf(id, seller);
  expect(device?.warnings.map(({ kind }) => kind)).toEqual(['battery-rises']);
  expect((await passport(device?._id ?? '')).warnings).toEqual([]);
});

test('the owner reports a phone: hidden, not listable, its buyer is warned; an admin lifts it', async () => {
  const imei = newImei();
  const { deviceId, orderId } = await sell(imei);
  const params = { id: deviceId };
  const { token } = buyer;
  await makeSeller(buyer);
  const resold = unwrap(
    await app.call(resellOrder, { params: { id: orderId }, body: resale(), token }),
  ).insertedId;
  const third = await app.insertUser('buyer');
  const order = { productId: resold, phone: '+1 202-555-0117', location: 'Porto' };
  const placed = unwrap(await app.call(placeOrder, { body: order, token: third.token }));
  const report = (who: TestUser) =>
    app.call(reportDevice, { params, body: { as: 'stolen' }, token: who.token });
  expect(resultCode(await report(seller))).toBe('device.not-owner');
  expect(unwrap(await report(buyer)).modifiedCount).toBe(1);
  expect(unwrap(await report(buyer)).modifiedCount).toBe(0);
  await app.runJobs('dispatch-outbox');
  const warning = app.sentMails.filter(
    ({ to, subject }) => to === third.email && subject.endsWith('reported as stolen'),
  );
  expect(warning).toHaveLength(1);
  expect(warning[0]?.text).toContain(placed.insertedId);
  expect((await deviceOf(resold, third))?.reported?.as).toBe('stolen');
  expect(resultCode(await app.call(getListingDevice, { params: { id: resold } }))).toBe(
    'product.not-found',
  );
  expect(resultCode(await setImei(await app.insertProduct(seller), imei))).not.toBe('ok');
  const found = unwrap(await app.call(checkImei, { body: { imei } }));
  expect(found).toEqual({ problem: null, model: null, offered: false, reported: true });

  const lift = (who: TestUser) => app.call(liftDeviceReport, { params, token: who.token });
  expect(resultCode(await lift(buyer))).toBe('role.forbidden');
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
  const imei = newImei();
  const { deviceId } = await sell(imei);
  unwrap(
    await app.call(reportDevice, {
      params: { id: deviceId },
      body: { as: 'lost' },
      token: buyer.token,
    }),
  );
  const other = await app.insertUser('seller');
  expect(resultCode(await setImei(await app.insertProduct(other), imei, other))).toBe(
    'device.reported',
  );
});

test('the model of a TAC is learned from accepted sales of several sellers', async () => {
  const tac = '00101766';
  const [iphone, galaxy] = await app.db.select().from(models).limit(2);
  const otherSeller = await app.insertUser('seller');
  const refusal = async (who: TestUser) => {
    const id = await app.insertProduct(who, { modelId: galaxy?.id ?? null });
    const result = await setImei(id, newImei(tac), who);
    await app.db.execute(sql`update products set removed_at = now() where id = ${id}`);
    return result;
  };
  const sellAs = async (who: TestUser) => {
    const { productId } = await sell(newImei(tac), who);
    await app.db
      .update(products)
      .set({ modelId: iphone?.id ?? null })
      .where(eq(products.id, productId));
  };
  const check = async () =>
    unwrap(await app.call(checkImei, { body: { imei: newImei(tac) } })).model;
  for (let sales = 0; sales < 3; sales++) {
    expect(await check()).toBeNull();
    expect(resultCode(await refusal(seller))).toBe('ok');
    await sellAs(seller);
  }
  // Three phones of one seller teach nothing.
  expect(await check()).toBeNull();
  await sellAs(otherSeller);
  expect(await check()).toEqual({ slug: iphone?.slug, name: iphone?.name });
  const refused = await refusal(seller);
  expect(resultCode(refused)).toBe('device.model-implausible');
  expect(refused.ok ? '' : refused.error.message).toContain(iphone?.name);
});

test('a check of a number says what is wrong, and cannot enumerate', async () => {
  const limited = await createTestApp({ settings: { rateLimitScale: 1 } });
  const check = (imei: string) => limited.call(checkImei, { body: { imei } });
  const wrong = unwrap(await check('490154203237519'));
  expect(wrong).toMatchObject({ problem: expect.stringContaining('digit'), offered: false });
  const results = [];
  for (let n = 0; n < 12; n++) results.push(resultCode(await check(newImei())));
  expect(results.filter((code) => code === 'ok')).toHaveLength(9);
  expect(results.slice(9)).toEqual(['rate.limited', 'rate.limited', 'rate.limited']);
  // Signing in does not help.
  const { token } = await limited.insertUser('buyer');
  const signedIn = await limited.call(checkImei, { body: { imei: newImei() }, token });
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
  const { rows: tables } = await app.db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  for (const { name } of tables) {
    const { rows } = await app.db.execute<{ text: string }>(
      sql.raw(`select t::text as text from ${name} t`),
    );
    produced.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  produced.push(...app.sentMails.map((mail) => `mail: ${JSON.stringify(mail)}`));
  produced.push(...[...app.files].map(([name, bytes]) => `${name}: ${bytes.toString('latin1')}`));
  expect(issued.length).toBeGreaterThan(20);
  expect(produced.length).toBeGreaterThan(200);
  for (const kind of ['log: ', 'mail: ', 'public.listing_imeis: ', 'GET /api/devices/:id: ']) {
    expect(
      produced.some((text) => text.startsWith(kind)),
      kind,
    ).toBe(true);
  }
  // The serial number alone, or the number in groups, would give it away as well.
  const found = produced.filter((text) => {
    const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
    return issued.some((imei) => digits.includes(imei) || digits.includes(imei.slice(0, 14)));
  });
  expect(found).toEqual([]);
});
