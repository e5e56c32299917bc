import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { products } from './products.ts';

/**
 * Photos of listings, in the order of `position`. The first one is the image of the product. A listing
 * without rows has that image as its only photo. A removed photo keeps its row without the text, so that
 * its image is still served to old links.
 */
export const listingPhotos = pgTable(
  'listing_photos',
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Like the image of a product: a path of the embedded image host, or an absolute URL. */
    imageUrl: text().notNull(),
    alt: text().notNull().default(''),
    position: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    removedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('listing_photos_of_product').on(t.productId, t.position)],
);
