import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { imageSizes } from '@redial/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl } from '../../../test/test-app.ts';
import { images } from '../../db/schema/index.ts';
import { createImageEncoder } from './encode-image.ts';
import { createImageLookup } from './get-image.ts';
import {
  asUser,
  createImageFixture,
  heicFile,
  type ImageFixture,
  solidColour,
  twoColours,
} from './images.fixture.ts';
import { findUploadedImage, hostedImagePath } from './index.ts';

let host: ImageFixture;
beforeAll(async () => {
  host = await createImageFixture();
});
afterAll(() => host.close());

test('an image is stored in each width up to its own, as WebP and JPEG', async () => {
  const url = await host.uploadedUrl(await solidColour(1000, 500).jpeg().toBuffer());
  expect(url).toMatch(new RegExp(`^${publicUrl}/images/[0-9a-f-]{36}-1000\\.jpg$`));
  const sizes = imageSizes(url) ?? [];
  expect(sizes.map(({ width }) => width)).toEqual([320, 640, 960, 1000]);
  for (const { width, webp, jpg } of sizes) {
    const { bytes, headers } = await host.fetchImage(webp);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
    const jpeg = await host.fetchImage(jpg);
    expect(jpeg.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(jpeg.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width,
      height: width / 2,
    });
  }
  expect(sizes.flatMap(({ webp, jpg }) => [webp, jpg])).toHaveLength(8);
});

test('a small image is not enlarged, a large one is scaled down to 1440 pixels', async () => {
  expect(await host.uploadedUrl(await solidColour(200, 100).png().toBuffer())).toMatch(
    /-200\.jpg$/,
  );
  expect(await host.uploadedUrl(await solidColour(4000, 3000).jpeg().toBuffer())).toMatch(
    /-1440\.jpg$/,
  );
});

test('a HEIC, as iPhones make them, is accepted', async () => {
  const url = await host.uploadedUrl(await readFile(heicFile));
  expect(url).toMatch(/-160\.jpg$/);
  const { bytes } = await host.fetchImage(url);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 160, height: 96, channels: 3 });
  const at = (x: number, y: number) => [...data.subarray((y * 160 + x) * 3).subarray(0, 3)];
  const [left, right] = [at(20, 48), at(140, 48)];
  expect(left?.[0]).toBeGreaterThan(190);
  expect(left?.[2]).toBeLessThan(40);
  expect(right?.[0]).toBeLessThan(40);
  expect(right?.[2]).toBeGreaterThan(190);
});

test('a HEIC that takes too many pixels is refused by its header', async () => {
  const file = await readFile(heicFile);
  const size = file.indexOf('ispe', 0, 'latin1') + 8;
  file.writeUInt32BE(30_000, size);
  file.writeUInt32BE(30_000, size + 4);
  const { status, body } = await host.upload(file);
  expect({ status, code: body.code }).toEqual({ status: 413, code: 'image.too-large' });
});

test.each(['png', 'webp', 'avif'] as const)(
  '%s is accepted, whatever its file name',
  async (format) => {
    const url = await host.uploadedUrl(await solidColour(400, 300).toFormat(format).toBuffer());
    expect((await host.fetchImage(url)).status).toBe(200);
  },
);

test('a photograph is rotated upright and loses its metadata', async () => {
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

  const sizes = imageSizes(await host.uploadedUrl(photo)) ?? [];
  expect(sizes.map(({ width }) => width)).toEqual([320, 400]);
  for (const { webp, jpg } of sizes) {
    for (const url of [webp, jpg]) {
      const { bytes } = await host.fetchImage(url);
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

test('a wide-gamut photograph keeps its colours', async () => {
  const photo = await twoColours(300, 200).withIccProfile('p3').png().toBuffer();
  const [red, green, blue] = await pixelAt(
    (await host.fetchImage(await host.uploadedUrl(photo))).bytes,
    0.2,
    0.5,
  );
  expect(Math.abs(red - 0xd0) + Math.abs(green - 0x10) + Math.abs(blue - 0x10)).toBeLessThan(24);
});

test('grey, transparent and 16-bit images become 8-bit sRGB', async () => {
  const grey = await solidColour(300, 200).toColourspace('b-w').png().toBuffer();
  const deep = await solidColour(300, 200).toColourspace('rgb16').png().toBuffer();
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
    const { bytes } = await host.fetchImage(await host.uploadedUrl(file));
    for (const value of await pixelAt(bytes, 0.5, 0.5)) {
      expect(Math.abs(value - level)).toBeLessThan(4);
    }
  }
});

test('a very tall image is scaled to fit', async () => {
  const url = await host.uploadedUrl(await solidColour(100, 20_000).png().toBuffer());
  expect(await sharp((await host.fetchImage(url)).bytes).metadata()).toMatchObject({
    width: 14,
    height: 2880,
  });
});

test('a matching entity tag is answered with 304, and HEAD has the content type', async () => {
  const url = await host.uploadedUrl(await solidColour(100, 80).jpeg().toBuffer());
  const first = await host.fetchImage(url);
  const etag = String(first.headers.etag);
  expect(etag).not.toBe('');
  const again = await host.fetchImage(url, { 'if-none-match': `W/"other", ${etag}` });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect((await host.fetchImage(url, { 'if-none-match': '"other"' })).status).toBe(200);
  const head = await host.server.inject({ method: 'HEAD', url: url.slice(publicUrl.length) });
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
])('%s is 404', async (url) => {
  const response = await host.server.inject({ url });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code: 'image.not-found' });
  expect(response.headers['cache-control']).toBe('no-store');
});

test('only exact URLs of the embedded image host are recognized', () => {
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

test('only the seller who uploaded an image may use it, and gets its largest size', async () => {
  const url = await host.uploadedUrl(await solidColour(700, 500).jpeg().toBuffer());
  const path = url.slice(publicUrl.length);
  const smaller = url.replace('-700.jpg', '-320.webp');
  expect(await findUploadedImage(host.deps, asUser(host.seller), url)).toBe(path);
  expect(await findUploadedImage(host.deps, asUser(host.seller), smaller)).toBe(path);
  expect(
    await findUploadedImage(host.deps, asUser(host.seller), url.replace('-700.jpg', '-99999.jpg')),
  ).toBe(path);
  const other = await host.insertUser('seller');
  expect(await findUploadedImage(host.deps, asUser(other), url)).toBeUndefined();
});

/** Noise: the picture that compresses worst. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  });

test('noise takes a bounded number of bytes, which the record has, too', {
  timeout: 60_000,
}, async () => {
  const url = await host.uploadedUrl(await noise(1440, 1440).png().toBuffer());
  const id = url.slice(publicUrl.length + 8, publicUrl.length + 44);
  const stored = [...host.files].filter(([name]) => name.startsWith(id));
  expect(stored).toHaveLength(8);
  const bytes = stored.reduce((sum, [, file]) => sum + file.length, 0);
  expect(bytes).toBeLessThan(2.8 * 1024 * 1024);
  expect((await host.rows()).find((row) => row.id === id)?.bytes).toBe(bytes);
  for (const [, file] of stored) await sharp(file).raw().toBuffer();
});

test('a picture that no quality makes small enough is rejected with an explanation', async () => {
  const { data, info } = await noise(300, 300).raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height, channels: 3 } as const;
  await expect(createImageEncoder(pixels, 0.0001)(300, 'webp')).rejects.toMatchObject({
    code: 'image.too-large',
    message: 'The picture has too much detail: choose another one',
  });
});

test('the image store is asked for files of known images only', async () => {
  let reads = 0;
  const strict = await createImageFixture();
  const { get } = strict.deps.imageStore;
  Object.assign(strict.deps.imageStore, {
    get: (name: string) => {
      reads++;
      return get(name);
    },
  });
  const url = await strict.uploadedUrl(await solidColour(40, 30).jpeg().toBuffer());
  expect((await strict.fetchImage(url)).status).toBe(200);
  expect(reads).toBe(1);
  const unknown = [
    ...Array.from({ length: 20 }, () => `${publicUrl}/images/${randomUUID()}-320.jpg`),
    url.replace('-40.', '-320.'),
    url.replace('-40.', '-041.'),
  ];
  for (const one of unknown) expect((await strict.fetchImage(one)).status).toBe(404);
  expect(reads).toBe(1);
  await strict.close();
});

test('that an image does not exist is looked up once a minute', async () => {
  const strict = await createImageFixture();
  const find = createImageLookup(strict.deps);
  const id = randomUUID();
  expect(await find(id)).toBe(0);
  await strict.db
    .insert(images)
    .values({ id, uploadedBy: strict.seller.id, width: 320, height: 320 });
  expect(await find(id)).toBe(0);
  expect(await createImageLookup(strict.deps)(id)).toBe(320);
  await strict.close();
});
