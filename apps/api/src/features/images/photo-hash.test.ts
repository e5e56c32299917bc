import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { drawPhonePhoto } from './phone-photos.fixture.ts';
import {
  closestDistance,
  hashPhoto,
  lookupKeys,
  maxDistance,
  type PhotoHash,
  searchHashes,
  thumbnailSide,
} from './photo-hash.ts';

/** What somebody does to the photo of another listing, of 300 by 400 pixels. */
const changes: Record<string, (photo: Sharp) => Sharp> = {
  're-encoded': (photo) => photo.webp({ quality: 35 }),
  resized: (photo) => photo.resize(160),
  'cropped by 10% of its width and height, in the middle': (photo) =>
    photo.extract({ left: 15, top: 20, width: 270, height: 360 }),
  'cropped by 10% at the left and at the top': (photo) =>
    photo.extract({ left: 30, top: 40, width: 270, height: 360 }),
  'cropped by 10% at each edge': (photo) =>
    photo.extract({ left: 30, top: 40, width: 240, height: 320 }),
  'cropped unevenly': (photo) => photo.extract({ left: 22, top: 8, width: 265, height: 363 }),
  mirrored: (photo) => photo.flop(),
  'recoloured by another hue': (photo) => photo.modulate({ hue: 120 }),
  'made brighter and more colourful': (photo) =>
    photo.modulate({ saturation: 1.8, brightness: 1.2 }),
  'made sepia': (photo) => photo.tint('#d08040'),
};

async function thumbnailOf(photo: Buffer) {
  const side = thumbnailSide;
  return sharp(photo).resize(side, side, { fit: 'fill' }).greyscale().raw().toBuffer();
}

const photos: Buffer[] = [];
const stored: PhotoHash[] = [];
beforeAll(async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const photo = await drawPhonePhoto(seed);
    photos.push(photo);
    const hash = hashPhoto(await thumbnailOf(photo));
    if (hash) stored.push(hash);
  }
}, 120_000);

const isFound = (searched: readonly PhotoHash[], hash: PhotoHash) => {
  const keys = new Set(searched.flatMap(lookupKeys));
  return (
    lookupKeys(hash).some((key) => keys.has(key)) && closestDistance(searched, hash) <= maxDistance
  );
};

test('20 photos are found after they were changed in each way, and in several at once', async () => {
  const missed: string[] = [];
  for (const [index, photo] of photos.slice(0, 20).entries()) {
    const copies = Object.entries(changes);
    copies.push([
      'mirrored, cropped, recoloured, resized and re-encoded',
      (one) =>
        one
          .extract({ left: 22, top: 8, width: 265, height: 363 })
          .flop()
          .modulate({ hue: 60, saturation: 1.4 })
          .resize(220),
    ]);
    for (const [name, change] of copies) {
      const copy = await change(sharp(photo)).jpeg({ quality: 60 }).toBuffer();
      const searched = searchHashes(await thumbnailOf(copy));
      if (!isFound(searched, stored[index] as PhotoHash)) missed.push(`${index}: ${name}`);
    }
  }
  expect(missed).toEqual([]);
}, 120_000);

test('of 200 photos of different phones, at most one is taken for another', async () => {
  expect(stored).toHaveLength(200);
  const mistaken: string[] = [];
  for (const [index, photo] of photos.entries()) {
    const searched = searchHashes(await thumbnailOf(photo));
    for (const [other, hash] of stored.entries()) {
      if (other !== index && isFound(searched, hash)) mistaken.push(`${index} for ${other}`);
    }
  }
  expect(mistaken.length, mistaken.join(', ')).toBeLessThanOrEqual(1);
}, 240_000);

test('a photo of one colour has no hash', async () => {
  const plain = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer();
  expect(hashPhoto(await thumbnailOf(plain))).toBeUndefined();
  expect(searchHashes(await thumbnailOf(plain))).toEqual([]);
});
