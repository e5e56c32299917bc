import { randomBytes } from 'node:crypto';
import {
  compareSelfTests,
  createSelfTestLink,
  fitsModel,
  getListingSelfTest,
  getOrderSelfTests,
  getSelfTestKeys,
  getSelfTestLink,
  type SelfTestFinding,
  selfTestKinds,
  sendSelfTest,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl, resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { products, selfTestLinks, selfTests } from '../../db/schema/index.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';
import { purgeSelfTestLinks } from './purge-links.ts';

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterAll(() => app.close());

/** A report in which everything works but what is named. */
const report = (about: Partial<Record<string, Partial<SelfTestFinding>>> = {}): SelfTestFinding[] =>
  selfTestKinds.map((kind) => ({ test: kind, outcome: 'passed', ...about[kind] }));

const link = (productId: string, { token }: TestUser) =>
  app.call(createSelfTestLink, { params: { id: productId }, token });
const send = (token: string, results = report()) =>
  app.call(sendSelfTest, { params: { token }, body: { results } });
const take = async (productId: string, who: TestUser, results = report()) => {
  const { token } = unwrap(await link(productId, who));
  return unwrap(await send(token, results)).insertedId;
};
const shown = async (id: string) => unwrap(await app.call(getListingSelfTest, { params: { id } }));

test('a report is signed, bound to the listing, and verifiable with the public key', async () => {
  const id = await app.insertProduct(app.seller);
  expect(await shown(id)).toEqual({ report: null });
  const { token, url } = unwrap(await link(id, app.seller));
  expect(url).toBe(`${publicUrl}/self-test/${token}`);
  const opened = unwrap(await app.call(getSelfTestLink, { params: { token } }));
  expect(opened).toMatchObject({ by: 'seller' });
  const results = report({ sound: { outcome: 'denied' }, screen: { values: { width: 1170 } } });
  const { insertedId } = unwrap(await send(token, results));
  const { report: stored } = await shown(id);
  expect(stored).toMatchObject({ _id: insertedId, productId: id, by: 'seller', results });
  const keys = createLocalJWKSet(unwrap(await app.call(getSelfTestKeys, {})));
  const { payload, protectedHeader } = await compactVerify(stored?.jws ?? '', keys);
  expect(protectedHeader.alg).toBe('ES256');
  expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
    iss: publicUrl,
    jti: insertedId,
    listing: id,
    by: 'seller',
    results,
  });
});

test('one changed byte of a report fails, wherever it is', async () => {
  const id = await app.insertProduct(app.seller);
  await take(id, app.seller);
  const jws = (await shown(id)).report?.jws ?? '';
  const keys = createLocalJWKSet(unwrap(await app.call(getSelfTestKeys, {})));
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const flip = (part: string, at: number) => {
    const bytes = Buffer.from(part, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes.toString('base64url');
  };
  await compactVerify(jws, keys);
  const length = Buffer.from(payload, 'base64url').length;
  for (let at = 0; at < length; at += 7) {
    const changed = `${header}.${flip(payload, at)}.${signature}`;
    await expect(compactVerify(changed, keys), `byte ${at}`).rejects.toThrow();
  }
  await expect(compactVerify(`${header}.${payload}.${flip(signature, 5)}`, keys)).rejects.toThrow();
});

test('a token works once, also for two reports at once', async () => {
  const id = await app.insertProduct(app.seller);
  const { token } = unwrap(await link(id, app.seller));
  const sent = await Promise.all([send(token), send(token)]);
  expect(sent.map((result) => (result.ok ? 'ok' : result.error.code)).sort()).toEqual([
    'ok',
    'self-test.used',
  ]);
  expect(resultCode(await send(token))).toBe('self-test.used');
  expect(resultCode(await app.call(getSelfTestLink, { params: { token } }))).toBe('self-test.used');
  const rows = await app.db.select().from(selfTests).where(eq(selfTests.productId, id));
  expect(rows).toHaveLength(1);
});

test('a token that is unknown, expired or replaced is not valid', async () => {
  const id = await app.insertProduct(app.seller);
  expect(resultCode(await send(randomBytes(24).toString('base64url')))).toBe('self-test.not-found');
  const first = unwrap(await link(id, app.seller)).token;
  const second = unwrap(await link(id, app.seller)).token;
  expect(resultCode(await send(first))).toBe('self-test.not-found');
  await app.db
    .update(selfTestLinks)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(selfTestLinks.productId, id));
  expect(resultCode(await send(second))).toBe('self-test.not-found');
});

test('a report has each test once, and believable values', async () => {
  const id = await app.insertProduct(app.seller);
  const { token } = unwrap(await link(id, app.seller));
  const twice = report().map((each, index) =>
    index === 1 ? { ...each, test: 'touch' as const } : each,
  );
  expect(resultCode(await send(token, twice))).toBe('validation.failed');
  for (const results of [
    report().slice(1),
    report({ battery: { values: { levelPct: 101 } } }),
    report({ location: { values: { accuracyM: -1 } } }),
    report({ touch: { outcome: 'great' as never } }),
  ]) {
    expect(resultCode(await send(token, results))).toBe('request.invalid');
  }
  unwrap(await send(token));
});

test('only the seller, and the buyer of an open order, test a phone', async () => {
  const { orderId, productId } = await app.payOrder();
  expect(resultCode(await link(productId, app.other))).toBe('self-test.not-allowed');
  expect(resultCode(await link(productId, app.seller))).toBe('product.has-active-order');
  await take(productId, app.buyer);
  for (const who of [app.buyer, app.seller, app.admin]) {
    const own = unwrap(
      await app.call(getOrderSelfTests, { params: { id: orderId }, token: who.token }),
    );
    expect(own.buyer).not.toBeNull();
  }
  const others = await app.call(getOrderSelfTests, {
    params: { id: orderId },
    token: app.other.token,
  });
  expect(resultCode(others)).toBe('order.not-found');
  const isTestable = async () =>
    unwrap(await app.call(getOrderSelfTests, { params: { id: orderId }, token: app.buyer.token }))
      .testable;
  expect(await isTestable()).toBe(true);
  await app.move(orderId, 'meet', 'dispute');
  expect(await isTestable()).toBe(false);
  expect(resultCode(await link(productId, app.buyer))).toBe('self-test.not-allowed');
  expect(await shown(productId)).toEqual({ report: null });
});

test('a report of the buyer counts during a dispute, and not once the order has ended', async () => {
  const disputed = await app.payOrder();
  const { token } = unwrap(await link(disputed.productId, app.buyer));
  await app.move(disputed.orderId, 'meet', 'dispute');
  unwrap(await send(token));
  const ended = await app.payOrder();
  const late = unwrap(await link(ended.productId, app.buyer)).token;
  await app.move(ended.orderId, 'meet', 'accept');
  expect(resultCode(await send(late))).toBe('self-test.not-found');
});

test('the reports of seller and buyer are compared; a denied microphone is one difference', async () => {
  const productId = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
  const tested = await take(productId, app.seller, report({ nfc: { outcome: 'unsupported' } }));
  const { orderId } = await app.payOrder({ productId });
  const read = async () =>
    unwrap(await app.call(getOrderSelfTests, { params: { id: orderId }, token: app.buyer.token }));
  expect(await read()).toMatchObject({ seller: { _id: tested }, buyer: null, differences: [] });
  await take(
    productId,
    app.buyer,
    report({ nfc: { outcome: 'unsupported' }, sound: { outcome: 'denied' } }),
  );
  const { buyer, differences } = await read();
  expect(buyer).toMatchObject({ by: 'buyer' });
  expect(differences).toEqual([{ test: 'sound', text: 'Works, then not allowed' }]);
});

test('a report of the listing under another name is not shown', async () => {
  const id = await app.insertProduct(app.seller);
  await take(id, app.seller);
  expect((await shown(id)).report).not.toBeNull();
  await app.db.update(products).set({ name: 'Another phone' }).where(eq(products.id, id));
  expect(await shown(id)).toEqual({ report: null });
});

test('reports cannot be changed or deleted', async () => {
  const id = await app.insertProduct(app.seller);
  await take(id, app.seller);
  const ofProduct = eq(selfTests.productId, id);
  await expect(app.db.update(selfTests).set({ results: [] }).where(ofProduct)).rejects.toThrow();
  await expect(app.db.delete(selfTests).where(ofProduct)).rejects.toThrow();
});

test('links are deleted a week after they expired', async () => {
  const id = await app.insertProduct(app.seller);
  await link(id, app.seller);
  const age = (days: number) =>
    app.db
      .update(selfTestLinks)
      .set({ expiresAt: new Date(Date.now() - days * 86_400_000) })
      .where(eq(selfTestLinks.productId, id));
  await age(6);
  await purgeSelfTestLinks(app.db, 7);
  expect(
    await app.db.select().from(selfTestLinks).where(eq(selfTestLinks.productId, id)),
  ).toHaveLength(1);
  await age(8);
  await purgeSelfTestLinks(app.db, 7);
  expect(
    await app.db.select().from(selfTestLinks).where(eq(selfTestLinks.productId, id)),
  ).toHaveLength(0);
});

test('sizes of screens and cameras are compared, whichever way the phone is held', () => {
  const screen = (width: number, height: number) =>
    report({ screen: { values: { width, height } } });
  expect(compareSelfTests(screen(1170, 2532), screen(2532, 1170))).toEqual([]);
  expect(compareSelfTests(screen(1170, 2532), screen(1179, 2556))).toEqual([
    { test: 'screen', text: '1170 × 2532 pixels, then 1179 × 2556' },
  ]);
});

test.each([
  ['iPhone 13', 1170, 2532, 'slab', 6.1, true],
  ['iPhone 8', 750, 1334, 'home-button', 4.7, true],
  ['a desktop for an iPhone 13', 1920, 1080, 'slab', 24, false],
  ['an iPhone 8 for an iPhone 13', 750, 1334, 'slab', 12, false],
  ['an iPhone 13 for an iPhone 8', 1170, 2532, 'home-button', 4.7, false],
  ['a tablet', 1640, 2360, 'slab', 6.1, false],
  ['a foldable phone', 1812, 2176, 'fold', 7.6, undefined],
] as const)(
  'the screen of %s, %i by %i, is distinguished from that of its model',
  (_name, width, height, formFactor, screenInches, expected) => {
    expect(fitsModel({ width, height }, { formFactor, screenInches })).toBe(expected);
  },
);
