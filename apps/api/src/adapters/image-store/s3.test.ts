import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createImageFixture, solidColour } from '../../features/images/images.fixture.ts';
import { imageStoreContract } from '../../ports/image-store.contract.ts';
import { ImagesUnavailable } from '../../ports/image-store.ts';
import { bucket, type S3Fault, startFakeS3 } from './s3.fixture.ts';
import { createS3ImageStore } from './s3.ts';

let s3: Awaited<ReturnType<typeof startFakeS3>>;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.close());
beforeEach(() => {
  s3.requests.length = 0;
});

const open = (about: Partial<Parameters<typeof createS3ImageStore>[0]> = {}) =>
  createS3ImageStore({ ...bucket, endpoint: s3.endpoint, timeoutMs: 400, ...about });
const newName = () => `${randomUUID()}-320.jpg`;

imageStoreContract('S3', async () => {
  const server = await startFakeS3();
  return {
    store: open({ endpoint: server.endpoint, timeoutMs: 10_000 }).store,
    close: server.close,
  };
});

test.each<S3Fault>([500, 503, 'silent', 'cut'])(
  'a call that fails (%s) is made again',
  async (fault) => {
    const { store } = open();
    const name = newName();
    s3.fail(fault);
    await store.put(name, Buffer.from('picture'), 'image/jpeg');
    expect(s3.requests).toHaveLength(2);
    expect((await store.get(name))?.toString()).toBe('picture');
  },
);

test.each<S3Fault>([500, 'silent'])('after three that fail (%s) it is given up', async (fault) => {
  const { store } = open();
  const name = newName();
  s3.fail(fault, fault, fault);
  await expect(store.put(name, Buffer.from('picture'), 'image/jpeg')).rejects.toThrow(
    ImagesUnavailable,
  );
  expect(await store.get(name)).toBeUndefined();
  await store.put(name, Buffer.from('picture'), 'image/jpeg');
  expect((await store.get(name))?.toString()).toBe('picture');
});

test('an HTML page is treated neither as a stored image nor as an image', async () => {
  const { store } = open();
  const name = newName();
  s3.fail('garbage');
  const put = () => store.put(name, Buffer.from('picture'), 'image/jpeg');
  await expect(put()).rejects.toThrow(ImagesUnavailable);
  expect(await store.get(name)).toBeUndefined();
  await put();
  s3.fail('garbage');
  await expect(store.get(name)).rejects.toThrow(ImagesUnavailable);
  expect((await store.get(name))?.toString()).toBe('picture');
});

test('the check accepts an existing bucket and reports a missing one or a wrong key', async () => {
  expect(await open().check()).toBeUndefined();
  expect(await open({ bucket: 'another' }).check()).toMatch(/^NoSuchBucket: /);
  expect(await open({ secretKey: 'wrong' }).check()).toMatch(/^SignatureDoesNotMatch: /);
  expect(await open({ accessKey: 'wrong' }).check()).toMatch(/^InvalidAccessKeyId: /);
  await expect(open({ endpoint: 'http://127.0.0.1:9' }).check()).rejects.toThrow(ImagesUnavailable);
});

test('a partially failed upload leaves nothing behind, and the next one works', async () => {
  const { store } = open();
  const host = await createImageFixture({ images: store });
  try {
    const image = await solidColour(1000, 800).jpeg().toBuffer();
    s3.failAfter(3);
    s3.fail(500, 500, 500);
    const failed = await host.upload(image);
    expect(failed).toMatchObject({ status: 503, body: { code: 'image.unavailable' } });
    const put = s3.requests
      .filter((call) => call.startsWith('PUT'))
      .map((call) => call.split('/')[2]);
    expect(new Set(put).size).toBe(4);
    for (const call of new Set(put)) {
      expect(await store.get(call?.split('?')[0] ?? '')).toBeUndefined();
    }
    expect((await host.countStored()).rows).toBe(0);
    const { status, body } = await host.upload(image);
    expect(status).toBe(200);
    expect((await host.fetchImage(body.data.url)).status).toBe(200);
  } finally {
    await host.close();
  }
});
