import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { imageLimits } from '@redial/contract';
import type { FastifyRequest } from 'fastify';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImageStore } from '../../ports/image-store.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import {
  asUser,
  createImageFixture,
  heicFile,
  type ImageFixture,
  solidColour,
  twoColours,
} from './images.fixture.ts';
import { readUpload } from './read-upload.ts';
import { storeImage } from './store-image.ts';

let host: ImageFixture;
beforeAll(async () => {
  host = await createImageFixture();
});
afterAll(() => host.close());

async function leavesNothing(work: () => Promise<unknown>) {
  const before = await host.countStored();
  await work();
  expect(await host.countStored()).toEqual(before);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';

test.each([
  ['an SVG named .jpg', async () => Buffer.from(svg), 415, 'image.unsupported'],
  ['a GIF', () => solidColour(40, 30).gif().toBuffer(), 415, 'image.unsupported'],
  ['a TIFF', () => solidColour(40, 30).tiff().toBuffer(), 415, 'image.unsupported'],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj'), 415, 'image.unsupported'],
  ['plain text', async () => Buffer.from('hello, I am a picture'), 415, 'image.unsupported'],
  ['an SVG after the signature of a PNG', pngThenSvg, 400, 'image.corrupt'],
  ['an empty file', async () => Buffer.alloc(0), 400, 'image.corrupt'],
  ['half a JPEG', () => half(solidColour(900, 900).jpeg()), 400, 'image.corrupt'],
  ['half a PNG', () => half(twoColours(900, 900).png()), 400, 'image.corrupt'],
  ['half a WebP', () => half(twoColours(900, 900).webp()), 400, 'image.corrupt'],
  ['half an AVIF', () => half(twoColours(900, 900).avif()), 400, 'image.corrupt'],
  ['the header of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 400, 'image.corrupt'],
  ['half a HEIC', halfHeic, 400, 'image.corrupt'],
  ['a HEIC that cannot be read', heic, 415, 'image.unsupported'],
  [
    '60 megapixels of one colour',
    () => solidColour(10_000, 6000).png().toBuffer(),
    413,
    'image.too-large',
  ],
  ['a small file that claims 50,000 x 50,000 pixels', bomb, 413, 'image.too-large'],
  ['more than 10 MB', tooManyBytes, 413, 'image.too-large'],
])(
  '%s is rejected with an explanation and leaves nothing behind',
  async (_what, make, status, code) => {
    const file = await make();
    await leavesNothing(async () => {
      const response = await host.upload(file);
      expect(response).toMatchObject({ status, body: { code } });
      expect(response.body.message.length).toBeGreaterThan(20);
    });
  },
);

async function halfHeic(): Promise<Buffer> {
  const file = await readFile(heicFile);
  return file.subarray(0, Math.floor(file.length * 0.9));
}

async function half(image: Sharp): Promise<Buffer> {
  const bytes = await image.toBuffer();
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
async function pngThenSvg(): Promise<Buffer> {
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]);
}
/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A decompression bomb: a PNG of 2,500 megapixels in some hundred bytes. */
async function bomb(): Promise<Buffer> {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(50_000, 0);
  size.writeUInt32BE(50_000, 4);
  size[8] = 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
async function heic(): Promise<Buffer> {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);
}
async function tooManyBytes(): Promise<Buffer> {
  return Buffer.concat([
    await solidColour(40, 30).jpeg().toBuffer(),
    Buffer.alloc(imageLimits.maxBytes),
  ]);
}

test('texts in a PNG, which take seconds to unpack, do not reach the decoder', async () => {
  const png = await twoColours(64, 32).png().toBuffer();
  const headerEnd = 33;
  const packed = deflateSync(Buffer.alloc(7_900_000));
  const texts = ['zTXt', 'iTXt', 'tEXt', 'zTXt'].map((type, n) =>
    chunk(type, Buffer.concat([Buffer.from(`k${n}\0\0`), packed])),
  );
  const file = Buffer.concat([png.subarray(0, headerEnd), ...texts, png.subarray(headerEnd)]);
  const read = (bytes: Buffer) =>
    readUpload(
      {
        isMultipart: () => true,
        headers: {},
        file: async () => ({ fieldname: 'image', file: Readable.from([bytes]) }),
        raw: new PassThrough(),
        actor: host.seller,
        ip: '203.0.113.7',
      } as unknown as FastifyRequest,
      host.settings,
    );
  expect(await read(file)).toEqual(png);
  expect(await read(png)).toEqual(png);
  expect(await read(file.subarray(0, -20))).toEqual(png.subarray(0, -20));
  const jpeg = await solidColour(40, 30).jpeg().toBuffer();
  expect(await read(jpeg)).toEqual(jpeg);
  expect(await host.upload(file)).toMatchObject({ status: 200 });
});

test('an oversized upload of unknown length is rejected before it ends', async () => {
  const boundary = 'x1';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`;
  const { port } = await listening();
  const { promise: never } = Promise.withResolvers<void>();
  const body = Readable.from(
    (async function* () {
      yield Buffer.from(head);
      for (let mb = 0; mb < 11; mb++) yield Buffer.alloc(1024 * 1024, 1);
      await never;
    })(),
  );
  const giveUp = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/1/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${host.seller.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half',
    signal: giveUp.signal,
  } as RequestInit);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: 'image.too-large' });
  giveUp.abort();
});

async function listening() {
  const address = host.server.server.address();
  if (address && typeof address === 'object') return address;
  await host.server.listen({ host: '127.0.0.1', port: 0 });
  const now = host.server.server.address();
  if (!now || typeof now !== 'object') throw new Error('not listening');
  return now;
}

test('an upload must be a multipart form with the field "image"', async () => {
  const image = await solidColour(40, 30).jpeg().toBuffer();
  expect(await host.upload(image, { field: 'file' })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', field: 'image' },
  });
  const post = (type: string, payload: string) =>
    host.server.inject({
      method: 'POST',
      url: '/1/upload',
      headers: { 'content-type': type, authorization: `Bearer ${host.seller.token}` },
      payload,
    });
  const responses = [
    await post('application/json', '{"image":"x"}'),
    await post('text/plain', 'x'),
    await post('multipart/form-data', 'x'),
    await post('multipart/form-data; boundary=x', ''),
    await post('multipart/form-data; boundary=x', '--x\r\nrubbish'),
    await post('multipart/form-data; boundary=x', '--x--\r\n'),
    await post(
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nhalf a file',
    ),
    await post(
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\ntext\r\n--x--\r\n',
    ),
    await post(
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"; filename="a"\r\n\r\ntext\r\n--x--\r\n',
    ),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([
    415, 415, 400, 400, 400, 400, 400, 400, 400,
  ]);
});

test('only sellers may upload', async () => {
  const image = await solidColour(40, 30).jpeg().toBuffer();
  const buyer = await host.insertUser('buyer');
  await leavesNothing(async () => {
    expect((await host.upload(image, { token: undefined })).status).toBe(401);
    expect((await host.upload(image, { token: 'made.up.token' })).status).toBe(401);
    expect((await host.upload(image, { token: buyer.token })).status).toBe(403);
  });
});

const full: Pick<ImageStore, 'put'> = {
  put: async () => {
    throw new Error('no space left on device');
  },
};

test('an upload that fails midway leaves no file and no row', async () => {
  const image = await solidColour(700, 500).jpeg().toBuffer();
  let puts = 0;
  const failing: ImageStore = {
    ...host.deps.imageStore,
    put: async (...args) => (++puts === 4 ? full.put(...args) : host.deps.imageStore.put(...args)),
  };
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 0, maxQueuedPerUser: 0 });
  await leavesNothing(async () => {
    await expect(
      storeImage(
        { ...host.deps, imageStore: failing, limiter },
        asUser(host.seller),
        image,
        'listing',
      ),
    ).rejects.toThrow('no space left');
  });
  expect(puts).toBe(4);
});
