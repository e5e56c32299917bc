import {
  decidePossessionProof,
  editProduct,
  getListing,
  getPossessionStatus,
  getProduct,
  listMyProducts,
  listPossessionProofs,
  listProducts,
  possessionRules,
  requestPossessionCode,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  newProductInput,
  publicUrl,
  resultCode,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { possessionProofs, products } from '../../db/schema/index.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';
import { purgePossessionPhotos } from './purge-photos.ts';

let app: TradeFixture;
let seller: TestUser;
let admin: TestUser;
let id: string;

beforeAll(async () => {
  app = await createTradeFixture();
  ({ seller, admin } = app);
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await app.insertProduct(seller);
});
afterEach(() => app.setNow(undefined));

const requestCode = (who = seller) =>
  app.call(requestPossessionCode, { params: { id }, token: who.token });
const status = async () =>
  unwrap(await app.call(getPossessionStatus, { params: { id }, token: seller.token }));
const queue = async () => {
  const all = unwrap(await app.call(listPossessionProofs, { token: admin.token }));
  return all.filter(({ productId }) => productId === id);
};
const decide = (proofId: string, body: { accepted: boolean; reason?: 'code-missing' }) =>
  app.call(decidePossessionProof, { params: { id: proofId }, body, token: admin.token });
const possessionFiles = () => [...app.files.keys()].filter((name) => name.includes('possession'));

async function upload({ token } = seller) {
  const file = await sharp({
    create: { width: 80, height: 60, channels: 3, background: '#888888' },
  })
    .withExif({ IFD0: { Copyright: 'the place where it was taken' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'phone.jpg');
  const request = new Request(publicUrl, { method: 'POST', body: form });
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/listings/${id}/possession-proof`,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${token}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { code: response.json().code, proofId: response.json().insertedId as string };
}

async function submit(): Promise<string> {
  unwrap(await requestCode());
  return (await upload()).proofId;
}

test('an accepted photo verifies the listing, on its page, its card and for its seller', async () => {
  expect(await status()).toEqual({ verifiedAt: null, proof: null });
  const { code } = unwrap(await requestCode());
  expect(code).toMatch(new RegExp(`^[${possessionRules.codeAlphabet}]{6}$`));
  expect(unwrap(await requestCode()).code).toBe(code);
  const { proofId } = await upload();
  expect((await status()).proof).toMatchObject({ state: 'submitted', code: null });
  expect(await queue()).toMatchObject([{ _id: proofId, code, width: 80, height: 60 }]);
  expect(unwrap(await decide(proofId, { accepted: true })).modifiedCount).toBe(1);
  expect(unwrap(await decide(proofId, { accepted: true })).modifiedCount).toBe(0);
  expect(resultCode(await decide(proofId, { accepted: false, reason: 'code-missing' }))).toBe(
    'possession-proof.decided',
  );
  expect(await queue()).toEqual([]);
  const { verifiedAt } = await status();
  expect(verifiedAt).not.toBeNull();
  const product = unwrap(await app.call(getProduct, { params: { id } }));
  expect(product.possessionVerifiedAt).toBe(verifiedAt);
  const all = unwrap(await app.call(listProducts, { query: {} }));
  expect(all.find(({ _id }) => _id === id)?.possessionVerifiedAt).toBe(verifiedAt);
  const { email, token } = seller;
  const own = unwrap(await app.call(listMyProducts, { query: { email }, token }));
  expect(own.find(({ _id }) => _id === id)?.possessionVerifiedAt).toBe(verifiedAt);
});

test('a refused photo says why, and a new code leads to a new try', async () => {
  const first = await submit();
  expect(resultCode(await decide(first, { accepted: false }))).toBe('validation.failed');
  unwrap(await decide(first, { accepted: false, reason: 'code-missing' }));
  expect(await status()).toMatchObject({
    verifiedAt: null,
    proof: { state: 'refused', reason: 'code-missing' },
  });
  expect((await upload()).code).toBe('possession-proof.code-expired');
  const second = await submit();
  expect(second).not.toBe(first);
  unwrap(await decide(second, { accepted: true }));
  expect((await status()).verifiedAt).not.toBeNull();
});

test('the seller is notified of both decisions by mail, once', async () => {
  await app.runJobs();
  const before = app.sentMails.length;
  const refused = await submit();
  unwrap(await decide(refused, { accepted: false, reason: 'code-missing' }));
  unwrap(await decide(refused, { accepted: false, reason: 'code-missing' }));
  unwrap(await decide(await submit(), { accepted: true }));
  await app.runJobs();
  const mails = app.sentMails.slice(before).filter(({ to }) => to === seller.email);
  expect(mails.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual([
    'Take another photo',
    'Possession verified',
  ]);
  expect(mails[0]?.text).toContain('The code cannot be seen on the photo.');
});

test('a code expires, and the next one differs', async () => {
  const { code } = unwrap(await requestCode());
  await app.db
    .update(possessionProofs)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(possessionProofs.productId, id));
  expect((await status()).proof).toBeNull();
  expect((await upload()).code).toBe('possession-proof.code-expired');
  const next = unwrap(await requestCode()).code;
  expect(next).not.toBe(code);
  expect((await upload()).proofId).toBeDefined();
});

test('of two photos at once one is taken, and its file alone is stored', async () => {
  const before = possessionFiles().length;
  unwrap(await requestCode());
  const uploads = await Promise.all([upload(), upload()]);
  expect(uploads.filter(({ proofId }) => proofId !== undefined)).toHaveLength(1);
  expect(uploads.find(({ proofId }) => !proofId)?.code).toBe('possession-proof.waiting');
  expect(possessionFiles()).toHaveLength(before + 1);
  expect(resultCode(await requestCode())).toBe('possession-proof.waiting');
  const [queued] = await queue();
  const shown = await app.server.inject({ url: queued?.photoUrl.slice(publicUrl.length) ?? '' });
  expect(shown.statusCode).toBe(200);
});

test('two requests at once return the same code', async () => {
  const codes = await Promise.all([requestCode(), requestCode()]);
  expect(new Set(codes.map((result) => unwrap(result).code)).size).toBe(1);
});

test('the photo has no metadata, and is for its seller and admins only', async () => {
  const other = await app.insertUser('seller');
  expect(resultCode(await requestCode(other))).toBe('product.not-owner');
  unwrap(await requestCode());
  expect((await upload(other)).code).toBe('product.not-owner');
  await upload();
  const url = (await status()).proof?.photoUrl?.slice(publicUrl.length) ?? '';
  const shown = await app.server.inject({ url });
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['cache-control']).toBe('private, max-age=3600');
  expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
  for (const wrong of [
    url.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A')),
    url.replace(/expires=\d/, 'expires=9'),
    url.replace('/possession/', '/disputes/'),
    url.replace(/\?.*/, ''),
  ]) {
    expect((await app.server.inject({ url: wrong })).statusCode, wrong).not.toBe(200);
  }
  app.setNow(new Date(Date.now() + 3 * 3_600_000));
  const late = await app.server.inject({ url });
  app.setNow(undefined);
  expect(late.statusCode).toBe(404);
});

test('a listing of another phone is no longer verified, and the photo of one does not verify it', async () => {
  const edit = (change: object) =>
    app.call(editProduct, {
      params: { id },
      body: { ...newProductInput(), img: `${publicUrl}/images/phone.jpg`, ...change },
      token: seller.token,
    });
  const imageUrl = '/images/phone.jpg';
  await app.db.update(products).set({ imageUrl }).where(eq(products.id, id));
  unwrap(await edit({ name: 'iPhone 13' }));
  unwrap(await decide(await submit(), { accepted: true }));
  unwrap(await edit({ name: 'iPhone 13', resalePrice: 300 }));
  expect((await status()).verifiedAt).not.toBeNull();
  unwrap(await edit({ name: 'iPhone 15' }));
  expect((await status()).verifiedAt).toBeNull();
  const proofId = await submit();
  unwrap(await edit({ name: 'iPhone 16' }));
  expect(resultCode(await decide(proofId, { accepted: true }))).toBe(
    'possession-proof.listing-changed',
  );
  unwrap(await decide(proofId, { accepted: false, reason: 'code-missing' }));
});

test('a photo from before a sale that was refunded does not verify the phone that came back', async () => {
  const proofId = await submit();
  await app.db.update(products).set({ resalePriceCents: 34_500 }).where(eq(products.id, id));
  const { orderId } = await app.payOrder({ productId: id });
  await app.move(orderId, 'meet', 'dispute', 'resolveWithRefund');
  expect(resultCode(await decide(proofId, { accepted: true }))).toBe(
    'possession-proof.listing-changed',
  );
  unwrap(await decide(proofId, { accepted: false, reason: 'code-missing' }));
  unwrap(await decide(await submit(), { accepted: true }));
  expect((await status()).verifiedAt).not.toBeNull();
});

test('a photo that waits for review counts for the completeness', async () => {
  const missing = async () =>
    unwrap(await app.call(getListing, { params: { id } })).completeness.missing;
  expect(await missing()).toContain('Proof of possession');
  const proofId = await submit();
  expect(await missing()).not.toContain('Proof of possession');
  unwrap(await decide(proofId, { accepted: false, reason: 'code-missing' }));
  expect(await missing()).toContain('Proof of possession');
});

test('photos are deleted 30 days after the decision, and with the listing', async () => {
  const decided = await submit();
  unwrap(await decide(decided, { accepted: true }));
  const before = possessionFiles().length;
  await purgePossessionPhotos(app.deps);
  expect(possessionFiles()).toHaveLength(before);
  const age = (days: number) =>
    app.db
      .update(possessionProofs)
      .set({ decidedAt: new Date(Date.now() - days * 86_400_000) })
      .where(eq(possessionProofs.id, decided));
  await age(29);
  await purgePossessionPhotos(app.deps);
  expect(possessionFiles()).toHaveLength(before);
  await age(31);
  await purgePossessionPhotos(app.deps);
  expect(possessionFiles()).toHaveLength(before - 1);
  expect(await status()).toMatchObject({ proof: { state: 'accepted', photoUrl: null } });
  id = await app.insertProduct(seller);
  await submit();
  expect(possessionFiles()).toHaveLength(before);
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, id));
  await purgePossessionPhotos(app.deps);
  expect(possessionFiles()).toHaveLength(before - 1);
  expect(await queue()).toEqual([]);
});

test('what a crash left of an upload is deleted with the code', async () => {
  unwrap(await requestCode());
  const photoId = '018f0000-0000-7000-8000-00000000abcd';
  app.files.set(`${photoId}-possession.jpg`, Buffer.from('half'));
  const expiresAt = new Date(Date.now() - 2 * 86_400_000);
  await app.db
    .update(possessionProofs)
    .set({ photoId, expiresAt })
    .where(eq(possessionProofs.productId, id));
  await purgePossessionPhotos(app.deps);
  expect(app.files.has(`${photoId}-possession.jpg`)).toBe(false);
});
