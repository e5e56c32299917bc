import * as contract from '@redial/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProductInput, resultCode, unwrap } from '../../../test/test-app.ts';
import { createImageFixture, solidColour } from '../../features/images/images.fixture.ts';
import { ImagesUnavailable } from '../../ports/image-store.ts';
import { type HostFault, hostKey, startFakeImageHost } from './external.fixture.ts';
import { createExternalHost } from './external.ts';

let outside: Awaited<ReturnType<typeof startFakeImageHost>>;
let redial: Awaited<ReturnType<typeof createImageFixture>>;
const hostOf = (key = hostKey) => createExternalHost({ url: outside.origin, key, timeoutMs: 400 });
beforeAll(async () => {
  outside = await startFakeImageHost();
  redial = await createImageFixture({ imageHost: hostOf() });
});
afterAll(async () => {
  await redial.close();
  await outside.close();
});

const photo = () => solidColour(2000, 1000).png().toBuffer();
const list = (img: string, token = redial.seller.token) =>
  redial.call(contract.addProduct, { body: newProductInput({ img }), token });

test('a picture is re-encoded here, kept outside, and shown from there', async () => {
  const { status, body } = await redial.upload(await photo());
  expect(status).toBe(200);
  const kept = [...outside.images.values()].at(-1);
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 1440 });
  expect(JSON.stringify(body)).not.toContain(hostKey);
  expect(await redial.countStored()).toEqual({ rows: 0, files: 0 });

  const { insertedId } = unwrap(await list(body.data.url));
  const mine = unwrap(
    await redial.call(contract.listMyProducts, {
      query: { email: redial.seller.email },
      token: redial.seller.token,
    }),
  );
  const product = mine.find(({ _id }) => _id === insertedId);
  expect(product?.img).toMatch(new RegExp(`^${outside.origin}/kept/\\d+\\.jpg$`));
  expect((await fetch(product?.img ?? '')).status).toBe(200);
});

test('only a picture that this seller uploaded through here can be listed', async () => {
  const { data } = (await redial.upload(await photo())).body;
  const other = await redial.insertUser('seller');
  expect(resultCode(await list(data.url, other.token))).toBe('validation.failed');
  const [bare = ''] = data.url.split('#');
  for (const img of [bare, `${bare}#`, `${bare}x#${data.url.split('#')[1]}`]) {
    expect(resultCode(await list(img))).toBe('validation.failed');
  }
  expect(resultCode(await list('https://elsewhere.example/a.jpg'))).toBe('validation.failed');
  expect(resultCode(await list(data.url))).toBe('ok');
});

test('what is no picture never reaches the host', async () => {
  const before = outside.images.size;
  expect((await redial.upload(Buffer.from('<svg/>'))).status).toBe(415);
  expect(outside.images.size).toBe(before);
});

test.each<[string, HostFault]>([
  ['says nothing', 'silent'],
  ['cuts the line', 'cut'],
  ['answers 500', 500],
  ['answers 403', 403],
  ['answers a page', 'garbage'],
  ['does not stop answering', 'endless'],
  ['sends us elsewhere', 'redirect'],
  ['says that it did not work', { success: false, error: { message: 'full' } }],
  ['says neither', { success: 'yes' }],
  ['names no address', { success: true, data: {} }],
  ['names an address that is none', { success: true, data: { url: 'javascript:alert(1)' } }],
  ['names one in the clear elsewhere', { success: true, data: { url: 'http://else.example/a' } }],
])('a host that %s is told, with its cause in the log, and used again', async (_what, fault) => {
  outside.fail(fault);
  const failed = await redial.upload(await photo());
  expect(failed).toMatchObject({ status: 503, body: { code: 'image.unavailable' } });
  expect((await redial.upload(await photo())).status).toBe(200);
});

test('a picture that was kept without a word of it is sent again, and one address is known here', async () => {
  const before = outside.images.size;
  outside.fail('cut');
  expect((await redial.upload(await photo())).status).toBe(503);
  const { data } = (await redial.upload(await photo())).body;
  expect(outside.images.size).toBe(before + 2);
  expect(data.url).toContain(`/kept/${before + 2}.jpg#`);
  expect(resultCode(await list(data.url))).toBe('ok');
});

test('the key is in no error', async () => {
  outside.fail('silent', 'redirect');
  for (const host of [hostOf(), hostOf(), hostOf('a-wrong-key')]) {
    const error = await host.upload(await photo()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImagesUnavailable);
    const { cause } = error as { cause?: Error };
    expect(`${error} ${cause?.stack} ${cause?.cause}`).not.toMatch(/a-key-of|a-wrong-key/);
  }
});

test('browsers are told where pictures may come from', async () => {
  const settings = unwrap(await redial.call(contract.getClientConfig, {}));
  expect(settings.imageHost).toBe(outside.origin);
});
