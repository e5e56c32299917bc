import { Readable } from 'node:stream';
import { imageBounds, imageSizes } from '@redial/contract';
import { eq } from 'drizzle-orm';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl, type TestApp, type TestPerson, testApp } from '../../../test/app.ts';
import { images, orders, products } from '../../db/schema/index.ts';
import type { Person } from '../../platform/people.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { hostedImage, hostedImagePath, removeUnusedImages } from './index.ts';
import { storeImage } from './store-image.ts';
import { createTurns } from './turns.ts';

let redial: TestApp;
let seller: TestPerson;

beforeAll(async () => {
  redial = await testApp();
  seller = await redial.person('seller');
});
afterAll(() => redial.close());

/** Left half red, right half blue. */
const twoColours = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d01010' } }).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 3, background: '#1010d0' },
      },
      gravity: 'east',
    },
  ]);
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888888' } });

async function upload(
  file: Buffer,
  about: { name?: string; type?: string; field?: string; token?: string | undefined } = {},
) {
  const form = new FormData();
  const { name = 'phone.jpg', type = 'image/jpeg', field = 'image' } = about;
  form.append(field, new Blob([new Uint8Array(file)], { type }), name);
  const request = new Request(publicUrl, { method: 'POST', body: form });
  const token = 'token' in about ? about.token : seller.token;
  const answer = await redial.app.inject({
    method: 'POST',
    url: '/1/upload',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function urlOf(file: Buffer): Promise<string> {
  const { body } = await upload(file);
  expect(body).toEqual({ success: true, data: { url: expect.any(String) } });
  return body.data.url;
}

async function served(url: string, headers = {}) {
  const answer = await redial.app.inject({ url: url.slice(publicUrl.length), headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const acting = (person: TestPerson): Person => ({ ...person, verified: false });
const rows = () => redial.db.select().from(images);

async function leavesNothing(work: () => Promise<unknown>) {
  const before = [(await rows()).length, redial.files.size];
  await work();
  expect([(await rows()).length, redial.files.size]).toEqual(before);
}

test('a picture is kept in each width up to its own, as WebP and JPEG', async () => {
  const url = await urlOf(await flat(1000, 500).jpeg().toBuffer());
  expect(url).toMatch(new RegExp(`^${publicUrl}/images/[0-9a-f-]{36}-1000\\.jpg$`));
  const sizes = imageSizes(url) ?? [];
  expect(sizes.map(({ width }) => width)).toEqual([320, 640, 960, 1000]);
  for (const { width, webp, jpg } of sizes) {
    const { bytes, headers } = await served(webp);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
    const jpeg = await served(jpg);
    expect(jpeg.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(jpeg.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width,
      height: width / 2,
    });
  }
  expect(sizes.flatMap(({ webp, jpg }) => [webp, jpg])).toHaveLength(8);
});

test('a small picture is not enlarged, a large one is kept at 1440 pixels', async () => {
  expect(await urlOf(await flat(200, 100).png().toBuffer())).toMatch(/-200\.jpg$/);
  expect(await urlOf(await flat(4000, 3000).jpeg().toBuffer())).toMatch(/-1440\.jpg$/);
});

test.each(['png', 'webp', 'avif'] as const)(
  '%s is taken, whatever its name says',
  async (format) => {
    const url = await urlOf(await flat(400, 300).toFormat(format).toBuffer());
    expect((await served(url)).status).toBe(200);
  },
);

test('a photograph is turned upright and loses where it was taken', async () => {
  const photo = await twoColours(600, 400)
    .withExif({
      IFD0: { Make: 'Somebody', Copyright: 'Rana' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 45/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect(before).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
  expect(photo.includes('Somebody')).toBe(true);

  const sizes = imageSizes(await urlOf(photo)) ?? [];
  expect(sizes.map(({ width }) => width)).toEqual([320, 400]);
  for (const { webp, jpg } of sizes) {
    for (const url of [webp, jpg]) {
      const { bytes } = await served(url);
      const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      expect(height / width).toBe(1.5);
      expect(bytes.includes('Somebody') || bytes.includes('GPS')).toBe(false);
      // Turned by 90 degrees clockwise, the left half is on top.
      expect(await colourAt(bytes, 0.5, 0.25)).toBe('red');
      expect(await colourAt(bytes, 0.5, 0.75)).toBe('blue');
    }
  }
});

async function colourAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const [red, green, blue] = await pixelAt(bytes, x, y);
  if (red > 150 && green < 80 && blue < 80) return 'red';
  if (blue > 150 && green < 80 && red < 80) return 'blue';
  return `${red} ${green} ${blue}`;
}

async function pixelAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
}

test('the colours of a wide-gamut photograph are kept', async () => {
  const photo = await twoColours(300, 200).withIccProfile('p3').png().toBuffer();
  const [red, green, blue] = await pixelAt((await served(await urlOf(photo))).bytes, 0.2, 0.5);
  expect(Math.abs(red - 0xd0) + Math.abs(green - 0x10) + Math.abs(blue - 0x10)).toBeLessThan(24);
});

test('grey, transparent and 16-bit pictures become plain ones', async () => {
  const grey = await flat(300, 200).toColourspace('b-w').png().toBuffer();
  const deep = await flat(300, 200).toColourspace('rgb16').png().toBuffer();
  const clear = await sharp({
    create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  for (const [file, level] of [
    [grey, 0x88],
    [deep, 0x88],
    [clear, 0xff],
  ] as const) {
    const { bytes } = await served(await urlOf(file));
    for (const value of await pixelAt(bytes, 0.5, 0.5)) {
      expect(Math.abs(value - level)).toBeLessThan(4);
    }
  }
});

test('a very high picture is made to fit', async () => {
  const url = await urlOf(await flat(100, 20_000).png().toBuffer());
  expect(await sharp((await served(url)).bytes).metadata()).toMatchObject({
    width: 14,
    height: 2880,
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';

test.each([
  ['an SVG named .jpg', async () => Buffer.from(svg), 415, 'image.unsupported'],
  ['a GIF', () => flat(40, 30).gif().toBuffer(), 415, 'image.unsupported'],
  ['a TIFF', () => flat(40, 30).tiff().toBuffer(), 415, 'image.unsupported'],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj'), 415, 'image.unsupported'],
  ['a text', async () => Buffer.from('hello, I am a picture'), 415, 'image.unsupported'],
  ['an SVG behind the first bytes of a PNG', pngThenSvg, 400, 'image.broken'],
  ['an empty file', async () => Buffer.alloc(0), 400, 'image.broken'],
  ['half a JPEG', () => half(flat(900, 900).jpeg()), 400, 'image.broken'],
  ['half a PNG', () => half(twoColours(900, 900).png()), 400, 'image.broken'],
  ['half a WebP', () => half(twoColours(900, 900).webp()), 400, 'image.broken'],
  ['half an AVIF', () => half(twoColours(900, 900).avif()), 400, 'image.broken'],
  ['the header of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 400, 'image.broken'],
  ['a HEIC that cannot be read', heic, 415, 'image.unsupported'],
  [
    '60 megapixels of one colour',
    () => flat(10_000, 6000).png().toBuffer(),
    413,
    'image.too-large',
  ],
  ['more than 10 MB', tooManyBytes, 413, 'image.too-large'],
])('%s is refused with a sentence and leaves nothing', async (_what, make, status, code) => {
  const file = await make();
  await leavesNothing(async () => {
    const answer = await upload(file);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.message.length).toBeGreaterThan(20);
  });
});

async function half(image: Sharp): Promise<Buffer> {
  const bytes = await image.toBuffer();
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
async function pngThenSvg(): Promise<Buffer> {
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]);
}
async function heic(): Promise<Buffer> {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);
}
async function tooManyBytes(): Promise<Buffer> {
  return Buffer.concat([await flat(40, 30).jpeg().toBuffer(), Buffer.alloc(imageBounds.maxBytes)]);
}

test('an oversized upload of unknown length is refused before it ends', async () => {
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
  const answer = await fetch(`http://127.0.0.1:${port}/1/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${seller.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half',
    signal: giveUp.signal,
  } as RequestInit);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ code: 'image.too-large' });
  giveUp.abort();
});

async function listening() {
  const address = redial.app.server.address();
  if (address && typeof address === 'object') return address;
  await redial.app.listen({ host: '127.0.0.1', port: 0 });
  const now = redial.app.server.address();
  if (!now || typeof now !== 'object') throw new Error('not listening');
  return now;
}

test('an upload must be a form with the field "image"', async () => {
  const picture = await flat(40, 30).jpeg().toBuffer();
  expect(await upload(picture, { field: 'file' })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', field: 'image' },
  });
  const post = (type: string, payload: string) =>
    redial.app.inject({
      method: 'POST',
      url: '/1/upload',
      headers: { 'content-type': type, authorization: `Bearer ${seller.token}` },
      payload,
    });
  const answers = [
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
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    415, 415, 400, 400, 400, 400, 400, 400, 400,
  ]);
});

test('only sellers may upload', async () => {
  const picture = await flat(40, 30).jpeg().toBuffer();
  const buyer = await redial.person('buyer');
  await leavesNothing(async () => {
    expect((await upload(picture, { token: undefined })).status).toBe(401);
    expect((await upload(picture, { token: 'made.up.token' })).status).toBe(401);
    expect((await upload(picture, { token: buyer.token })).status).toBe(403);
  });
});

test('a browser that has a picture is told so, and HEAD tells its type', async () => {
  const url = await urlOf(await flat(100, 80).jpeg().toBuffer());
  const first = await served(url);
  const etag = String(first.headers.etag);
  expect(etag).not.toBe('');
  const again = await served(url, { 'if-none-match': `W/"other", ${etag}` });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect((await served(url, { 'if-none-match': '"other"' })).status).toBe(200);
  const head = await redial.app.inject({ method: 'HEAD', url: url.slice(publicUrl.length) });
  expect(head.statusCode).toBe(200);
  expect(head.headers['content-type']).toBe('image/jpeg');
  expect(head.rawPayload.length).toBe(0);
});

test.each([
  '/images/018f0000-0000-7000-8000-000000000000-320.jpg',
  '/images/..%2f..%2fetc%2fpasswd',
  '/images/x.jpg',
  '/images/018f0000-0000-7000-8000-000000000000-320.svg',
  '/images/%00',
])('there is no picture at %s', async (url) => {
  const answer = await redial.app.inject({ url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'image.unknown' });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('an address is ours only where it is exactly one of ours', () => {
  const at = (url: string) => hostedImagePath(url, { publicUrl });
  const path = '/images/018f0000-0000-7000-8000-000000000000-320.jpg';
  expect(at(publicUrl + path)).toBe(path);
  for (const url of [
    path,
    `http://evil.test${path}`,
    `${publicUrl}.evil.test${path}`,
    `${publicUrl}${path}?x`,
    `${publicUrl}${path}#x`,
    `${publicUrl}/images/../x`,
    `javascript:alert(1)//${path}`,
    '',
  ]) {
    expect(at(url)).toBeUndefined();
  }
});

test('a picture may be listed by the seller who uploaded it, at its largest size', async () => {
  const url = await urlOf(await flat(700, 500).jpeg().toBuffer());
  const path = url.slice(publicUrl.length);
  const smaller = url.replace('-700.jpg', '-320.webp');
  expect(await hostedImage(redial.deps, acting(seller), url)).toBe(path);
  expect(await hostedImage(redial.deps, acting(seller), smaller)).toBe(path);
  expect(await hostedImage(redial.deps, acting(seller), url.replace('-700', '-99999'))).toBe(path);
  const other = await redial.person('seller');
  expect(await hostedImage(redial.deps, acting(other), url)).toBeUndefined();
});

const full: Pick<ImageStore, 'put'> = {
  put: async () => {
    throw new Error('no space left on device');
  },
};

test('an upload that fails half-way leaves no file and no row', async () => {
  const picture = await flat(700, 500).jpeg().toBuffer();
  let puts = 0;
  const failing: ImageStore = {
    ...redial.deps.images,
    put: async (...args) => (++puts === 4 ? full.put(...args) : redial.deps.images.put(...args)),
  };
  const turns = createTurns({ atOnce: 1, waiting: 0 });
  await leavesNothing(async () => {
    await expect(
      storeImage({ ...redial.deps, images: failing, turns }, acting(seller), picture),
    ).rejects.toThrow('no space left');
  });
  expect(puts).toBe(4);
});

test('two pictures are worked on at a time, some wait, and the rest hear so', async () => {
  const turns = createTurns({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const work = () =>
    turns(async () => {
      most = Math.max(most, ++running);
      await opened;
      running--;
    });
  const five = [work(), work(), work(), work(), work()];
  await expect(work()).rejects.toMatchObject({ code: 'server.unavailable' });
  open();
  await Promise.all(five);
  expect([most, running]).toEqual([2, 0]);
  await expect(turns(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await Promise.all([work(), work(), work()]);
});

test('pictures that nobody uses are deleted after a day, others are not', async () => {
  const picture = await flat(40, 30).jpeg().toBuffer();
  const urls = [];
  for (let made = 0; made < 4; made++) urls.push(await urlOf(picture));
  const [unused = '', listed = '', ordered = '', fresh = ''] = urls.map((url) =>
    url.slice(publicUrl.length),
  );
  const seeded = '018f0000-0000-7000-8000-0000000000ff-320.jpg';
  await redial.deps.images.put(seeded, picture, 'image/jpeg');
  const productId = await redial.product(seller, { imageUrl: listed });
  const orderedProduct = await redial.product(seller, { imageUrl: '/images/none.jpg' });
  const buyer = await redial.person('buyer');
  await redial.db.insert(orders).values({
    id: orderedProduct,
    productId: orderedProduct,
    sellerId: seller.id,
    buyerId: buyer.id,
    productName: 'A phone',
    imageUrl: ordered,
    priceCents: 34_500,
    phone: '1',
    location: 'Lyon',
    expiresAt: new Date(),
  });
  const longAgo = new Date(Date.now() - 25 * 3600_000);
  for (const path of [unused, listed, ordered]) {
    await redial.db
      .update(images)
      .set({ createdAt: longAgo })
      .where(eq(images.id, path.slice(8, 44)));
  }
  expect(await removeUnusedImages(redial.deps)).toBe(1);
  expect(await removeUnusedImages(redial.deps)).toBe(0);
  expect((await served(publicUrl + unused)).status).toBe(404);
  expect((await rows()).map(({ id }) => id)).not.toContain(unused.slice(8, 44));
  for (const path of [listed, ordered, fresh, `/images/${seeded}`]) {
    expect((await served(publicUrl + path)).status).toBe(200);
  }
  await redial.db.delete(products).where(eq(products.id, productId));
});
