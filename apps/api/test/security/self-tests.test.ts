import { setTimeout } from 'node:timers/promises';
import {
  createSelfTestLink,
  decidePossessionProof,
  editProduct,
  getListingSelfTest,
  getOrderSelfTests,
  getPossessionStatus,
  listPossessionProofs,
  requestPossessionCode,
  type SelfTestFinding,
  selfTestKinds,
  sendSelfTest,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { products, selfTests } from '../../src/db/schema/index.ts';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { newProductInput, publicUrl, resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * What is said to prove the state and the possession of a phone.
 */

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a link to a self-test', () => {
  const results = (level: number): SelfTestFinding[] =>
    selfTestKinds.map((kind) => ({
      test: kind,
      outcome: 'passed',
      ...(kind === 'battery' ? { values: { levelPct: level } } : {}),
    }));
  const link = async (id: string, { token }: TestUser) =>
    unwrap(await app.call(createSelfTestLink, { params: { id }, token })).token;
  const send = async (token: string, level: number) =>
    resultCode(
      await app.call(sendSelfTest, { params: { token }, body: { results: results(level) } }),
    );
  const reportsOf = (id: string) =>
    app.db.select().from(selfTests).where(eq(selfTests.productId, id));
  const levelOf = (of: { results: SelfTestFinding[] } | null | undefined) =>
    of?.results.find(({ test: kind }) => kind === 'battery')?.values?.levelPct;

  test('takes one of several valid reports at once, and the one that was taken stays', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await app.insertProduct(app.seller);
      const token = await link(id, app.seller);
      const levels = [10, 20, 30, 40, 50, 60, 70, 80];
      const codes = await Promise.all(levels.map((level) => send(token, level)));
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
      expect(codes.filter((code) => code === 'self-test.used')).toHaveLength(levels.length - 1);
      const taken = levels[codes.indexOf('ok')];
      expect(await send(token, 99)).toBe('self-test.used');
      const { report } = unwrap(await app.call(getListingSelfTest, { params: { id } }));
      expect(levelOf(report)).toBe(taken);
      expect(await reportsOf(id)).toHaveLength(1);
    }
  });

  test('takes none once it is replaced, also in that moment', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await app.insertProduct(app.seller);
      const first = await link(id, app.seller);
      const [second, code] = await Promise.all([link(id, app.seller), send(first, 10)]);
      expect(['ok', 'self-test.used', 'self-test.not-found']).toContain(code);
      expect(await send(first, 20)).not.toBe('ok');
      expect(await send(second, 30)).toBe('ok');
      expect(await reportsOf(id)).toHaveLength(code === 'ok' ? 2 : 1);
    }
  });

  test('that the seller keeps until the phone is paid changes nothing that its buyer compares with', async () => {
    const productId = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
    expect(await send(await link(productId, app.seller), 80)).toBe('ok');
    const kept = await link(productId, app.seller);
    const { orderId } = await app.payOrder({ productId });
    await send(kept, 15);
    const seen = unwrap(
      await app.call(getOrderSelfTests, { params: { id: orderId }, token: app.buyer.token }),
    );
    expect(levelOf(seen.seller)).toBe(80);
    // Nor does one of the seller count as that of the buyer.
    expect(seen.buyer).toBeNull();
  });
});

describe('a photo that proves possession', () => {
  const bytes = sharp({
    create: { width: 80, height: 60, channels: 3, background: '#557788' },
  })
    .jpeg()
    .toBuffer();
  const requestCode = async (id: string, { token } = app.seller) =>
    unwrap(await app.call(requestPossessionCode, { params: { id }, token })).code;
  const statusOf = async (id: string) =>
    unwrap(await app.call(getPossessionStatus, { params: { id }, token: app.seller.token }));
  const decide = (id: string, accepted = true) =>
    app.call(decidePossessionProof, {
      params: { id },
      body: accepted ? { accepted } : { accepted, reason: 'code-missing' },
      token: app.admin.token,
    });
  const queue = async () =>
    unwrap(await app.call(listPossessionProofs, { token: app.admin.token })).map(({ _id }) => _id);

  /** Uploads always the same photo. */
  async function upload(id: string): Promise<{ insertedId?: string; code?: string }> {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await bytes)], { type: 'image/jpeg' }), 'a.jpg');
    const request = new Request(publicUrl, { method: 'POST', body: form });
    const response = await app.server.inject({
      method: 'POST',
      url: `/api/listings/${id}/possession-proof`,
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        authorization: `Bearer ${app.seller.token}`,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return response.json();
  }
  async function submit(id: string): Promise<string> {
    await requestCode(id);
    return (await upload(id)).insertedId ?? '';
  }

  test('is taken for its own listing and once: each needs a code of its own', async () => {
    const [id, other] = [await app.insertProduct(app.seller), await app.insertProduct(app.seller)];
    const code = await requestCode(id);
    expect((await upload(other)).code).toBe('possession-proof.code-expired');
    const proofId = (await upload(id)).insertedId ?? '';
    expect((await upload(id)).code).toBe('possession-proof.waiting');
    unwrap(await decide(proofId));
    expect((await upload(id)).code).toBe('possession-proof.code-expired');
    expect((await statusOf(other)).verifiedAt).toBeNull();
    const next = [await requestCode(id), await requestCode(other)];
    expect(new Set([code, ...next]).size).toBe(3);
    expect(await queue()).not.toContain(proofId);
  });

  test('that was decided verifies nothing again, once it was refused or the listing was of another phone', async () => {
    const id = await app.insertProduct(app.seller);
    const imageUrl = '/images/phone.jpg';
    await app.db.update(products).set({ imageUrl }).where(eq(products.id, id));
    const rename = async (name: string) =>
      unwrap(
        await app.call(editProduct, {
          params: { id },
          body: newProductInput({ img: publicUrl + imageUrl, name }),
          token: app.seller.token,
        }),
      );
    await rename('iPhone 13');
    const refused = await submit(id);
    unwrap(await decide(refused, false));
    expect(resultCode(await decide(refused))).toBe('possession-proof.decided');
    const accepted = await submit(id);
    unwrap(await decide(accepted));
    expect((await statusOf(id)).verifiedAt).not.toBeNull();
    await rename('iPhone 15');
    await rename('iPhone 13');
    expect((await statusOf(id)).verifiedAt).toBeNull();
    expect(unwrap(await decide(accepted)).modifiedCount).toBe(0);
    expect(resultCode(await decide(refused))).toBe('possession-proof.decided');
    expect((await statusOf(id)).verifiedAt).toBeNull();
  });

  test('does not verify a listing that becomes one of another phone in that moment', async () => {
    const codes: string[] = [];
    for (let round = 0; round < 8; round++) {
      const id = await app.insertProduct(app.seller);
      const imageUrl = '/images/phone.jpg';
      await app.db.update(products).set({ imageUrl }).where(eq(products.id, id));
      const proofId = await submit(id);
      const edited = app.call(editProduct, {
        params: { id },
        body: newProductInput({ img: publicUrl + imageUrl, name: 'iPhone 16 Pro' }),
        token: app.seller.token,
      });
      // Either may be first.
      await setTimeout(4 * round);
      codes.push(resultCode(await decide(proofId)));
      unwrap(await edited);
      expect((await statusOf(id)).verifiedAt).toBeNull();
    }
    for (const code of codes) expect(['ok', 'possession-proof.listing-changed']).toContain(code);
    expect(codes).toContain('possession-proof.listing-changed');
  });

  test('is not decided by its seller, as whatever, nor by who may not', async () => {
    const id = await app.insertProduct(app.seller);
    const proofId = await submit(id);
    const support = await app.insertUser('buyer', { staffRole: 'support' });
    const others = [app.seller, app.buyer, support, undefined];
    for (const by of others) {
      for (const body of [{ accepted: true }, { accepted: true, decidedBy: app.admin.id }]) {
        const { statusCode } = await app.server.inject({
          method: 'POST',
          url: `/api/possession-proofs/${proofId}/decision`,
          headers: by ? { authorization: `Bearer ${by.token}` } : {},
          payload: body,
        });
        expect([401, 403]).toContain(statusCode);
      }
    }
    expect((await statusOf(id)).proof?.state).toBe('submitted');
    expect(await queue()).toContain(proofId);
  });
});
