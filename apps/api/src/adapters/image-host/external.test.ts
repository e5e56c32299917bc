import * as contract from '@redial/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProductInput, resultCode, unwrap } from '../../../test/test-app.ts';
import { createImageFixture, solidColour } from '../../features/images/images.fixture.ts';
import { ImagesUnavailable } from '../../ports/image-store.ts';
import { type HostFault, hostKey, startFakeImageHost } from './external.fixture.ts';
import { createExternalHost } from './external.ts';

let host: Awaited<ReturnType<typeof startFakeImageHost>>;
let redial: Awaited<ReturnType<typeof createImageFixture>>;
const hostOf = (key = hostKey) => createExternalHost({ url: host.origin, key, timeoutMs: 400 });
beforeAll(async () => {
  host = await startFakeImageHost();
  redial = await createImageFixture({ imageHost: hostOf() });
});
afterAll(async () => {
  await redial.close();
  await host.close();
});

const photo = () => solidColour(2000, 1000).png().toBuffer();
const list = (img: string, token = redial.seller.token) =>
  redial.call(contract.addProduct, { body: newProductInput({ img }), token });

test('an image is re-encoded here, stored at the host, and served from there', async () => {
  const { status, body } = await redial.upload(await photo());
  expect(status).toBe(200);
  const stored = [...host.images.values()].at(-1);
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 1440 });
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
  expect(product?.img).toMatch(new RegExp(`^${host.origin}/kept/\\d+\\.jpg$`));
  expect((await fetch(product?.img ?? '')).status).toBe(200);
});

test('only an image that this seller uploaded through Redial can be listed', async () => {
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

test('a file that is not an image is not sent to the host', async () => {
  const before = host.images.size;
  expect((await redial.upload(Buffer.from('<svg/>'))).status).toBe(415);
  expect(host.images.size).toBe(before);
});

test.each<[string, HostFault]>([
  ['never responds', 'silent'],
  ['closes the connection', 'cut'],
  ['responds with 500', 500],
  ['responds with 403', 403],
  ['responds with an HTML page', 'garbage'],
  ['sends an endless response', 'endless'],
  ['redirects', 'redirect'],
  ['reports a failure', { success: false, error: { message: 'full' } }],
  ['reports neither success nor failure', { success: 'yes' }],
  ['returns no URL', { success: true, data: {} }],
  ['returns an unsafe URL', { success: true, data: { url: 'javascript:alert(1)' } }],
  [
    'returns an http URL of another host',
    { success: true, data: { url: 'http://else.example/a' } },
  ],
])('a failure of a host that %s is logged, and the host is used again', async (_what, fault) => {
  host.fail(fault);
  const failed = await redial.upload(await photo());
  expect(failed).toMatchObject({ status: 503, body: { code: 'image.unavailable' } });
  expect((await redial.upload(await photo())).status).toBe(200);
});

test('the longest URL that is accepted from the host can be listed', async () => {
  const urlOf = (length: number) => 'https://cdn.example/'.padEnd(length, 'a');
  host.fail({ success: true, data: { url: urlOf(1001) } });
  const { data } = (await redial.upload(await photo())).body;
  expect(resultCode(await list(data.url))).toBe('ok');
  host.fail({ success: true, data: { url: urlOf(1002) } });
  expect((await redial.upload(await photo())).status).toBe(503);
});

test('an upload whose response was lost is repeated, and a single URL is stored', async () => {
  const before = host.images.size;
  host.fail('cut');
  expect((await redial.upload(await photo())).status).toBe(503);
  const { data } = (await redial.upload(await photo())).body;
  expect(host.images.size).toBe(before + 2);
  expect(data.url).toContain(`/kept/${before + 2}.jpg#`);
  expect(resultCode(await list(data.url))).toBe('ok');
});

test('errors do not contain the key', async () => {
  host.fail('silent', 'redirect');
  for (const host of [hostOf(), hostOf(), hostOf('a-wrong-key')]) {
    const error = await host.upload(await photo()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImagesUnavailable);
    const { cause } = error as { cause?: Error };
    expect(`${error} ${cause?.stack} ${cause?.cause}`).not.toMatch(/a-key-of|a-wrong-key/);
  }
});

test("the content security policy allows the host's images", async () => {
  const settings = unwrap(await redial.call(contract.getClientConfig, {}));
  expect(settings.imageHost).toBe(host.origin);
});
