import { type DemoImage, type DemoListing, demoSeller, drawCloseUp } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

/** One in so many listings with marks shows them from near; of the demo seller all do. */
const everyNth = 5;

/**
 * Gives marks a close-up, and adds the rows of its image.
 *
 * @param details of the listings, in their order.
 * @returns the drawings, to be stored.
 */
export function addCloseUps({
  listings,
  details,
  rows,
  now,
}: {
  listings: readonly DemoListing[];
  details: readonly (typeof schema.listingDetails.$inferInsert)[];
  rows: Pick<Rows, 'images' | 'products'>;
  now: Date;
}): DemoImage[] {
  const images: DemoImage[] = [];
  for (const [index, { model, colour, seller }] of listings.entries()) {
    const uploadedBy = rows.products[index]?.sellerId;
    if (!uploadedBy || (index % everyNth !== 0 && seller !== demoSeller)) continue;
    for (const defect of details[index]?.defects ?? []) {
      const image = drawCloseUp(model.model, colour, defect);
      const { id, side, path } = image;
      defect.photo = path;
      images.push(image);
      rows.images.push({ id, uploadedBy, width: side, height: side, createdAt: now });
    }
  }
  return images;
}
