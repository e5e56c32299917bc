import { type Defect, grade, maxListingPhotos } from '@redial/contract';
import {
  type DemoImage,
  type DemoListing,
  demoSeller,
  drawView,
  type GalleryView,
  galleryViews,
  type Random,
  uuidAt,
} from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type DetailsRow = typeof schema.listingDetails.$inferInsert;
type PhotoRow = typeof schema.listingPhotos.$inferInsert;

/** One in so many listings of others has further photos; of the demo seller all have. */
const everyNth = 24;
/** Marks of the listing that shows what a listing can have at most. */
const markCount = 20;

/** What the photos show, for those who do not see them. */
const altTexts: Readonly<Record<GalleryView, string>> = {
  front: 'The front with the screen on',
  back: 'The back',
  cameras: 'The cameras from near',
  edges: 'Both sides and the bottom with its port',
  chin: 'The lower edge of the screen',
};

/**
 * Gives a listing of the demo seller as many marks as few phones have, so that the defect map can be
 * seen full. Call it before close-ups are drawn.
 *
 * @param details of the listings, in their order; changed in place.
 */
export function markThoroughly({
  listings,
  details,
  rows,
  random,
}: {
  listings: readonly DemoListing[];
  details: readonly DetailsRow[];
  rows: Pick<Rows, 'products'>;
  random: Random;
}): void {
  const index = listings.findIndex(
    ({ seller, condition }, i) =>
      seller === demoSeller &&
      condition === 'good' &&
      rows.products[i]?.status === 'Available' &&
      (details[i]?.defects?.length ?? 0) > 0,
  );
  const [row, listing] = [details[index], listings[index]];
  if (!row || !listing) throw new Error('The demo seller has no phone with marks');
  const defects = Array.from({ length: markCount }, () => lightMark(random));
  const { tests = {}, accountLock = 'unknown' } = row;
  const result = grade(defects, listing.battery, tests, { accountLock });
  Object.assign(row, { defects, grade: result.grade, gradeReasons: result.reasons });
}

/** A mark that a phone in good condition can have. */
function lightMark(random: Random): Defect {
  const side = random.pick(['back', 'left', 'right', 'top', 'bottom', 'back'] as const);
  return {
    part: side === 'back' ? 'back' : 'frame',
    kind: random.pick(['hairline', 'scratch'] as const),
    visibleFrom: random.pick(['closer-than-20cm', '20-to-50cm'] as const),
    side,
    sizeMm: random.int(2, 8),
    x: 0.1 + 0.8 * random.next(),
    y: side === 'back' ? 0.3 + 0.6 * random.next() : 0.5,
  };
}

/**
 * Further photos of some listings: the sides of the phone, then the close-ups of its marks.
 *
 * @param details of the listings, in their order, with close-ups.
 * @returns the rows, and the drawings to be stored; adds the rows of their images.
 */
export function galleryRows({
  listings,
  details,
  rows,
  random,
  now,
}: {
  listings: readonly DemoListing[];
  details: readonly DetailsRow[];
  rows: Pick<Rows, 'products' | 'images'>;
  random: Random;
  now: Date;
}): { photos: PhotoRow[]; images: DemoImage[] } {
  const drawn = new Map<string, DemoImage>();
  const photos: PhotoRow[] = [];
  for (const [index, { model, colour, seller }] of listings.entries()) {
    const product = rows.products[index];
    if (!product?.id || (index % everyNth !== 0 && seller !== demoSeller)) continue;
    const { id: productId, imageUrl } = product;
    const shown = [{ imageUrl, alt: '' }];
    for (const view of galleryViews) {
      const image = drawView(model.model, colour, view);
      if (!drawn.has(image.id)) {
        drawn.set(image.id, image);
        const { id, side } = image;
        const size = { width: side, height: side };
        rows.images.push({ id, uploadedBy: product.sellerId, ...size, createdAt: now });
      }
      shown.push({ imageUrl: image.path, alt: altTexts[view] });
    }
    for (const { photo, kind, side } of details[index]?.defects ?? []) {
      if (photo) shown.push({ imageUrl: photo, alt: `A ${kind} on the ${side}` });
    }
    for (const [position, photo] of shown.slice(0, maxListingPhotos).entries()) {
      // The first photo of a listing has the id of its product.
      const id = position === 0 ? productId : uuidAt(random, now);
      photos.push({ id, productId, position, ...photo, createdAt: now });
    }
  }
  return { photos, images: [...drawn.values()] };
}
