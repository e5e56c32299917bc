import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** Images stored by the embedded image host. */
export const images = pgTable(
  'images',
  {
    id: uuid().primaryKey(),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** Size in pixels of the largest stored variant. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Size of all stored files together; 0 for images from before sizes were recorded. */
    bytes: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('images_size_positive', sql`${t.width} > 0 and ${t.height} > 0`),
    index('images_of_uploader').on(t.uploadedBy, t.createdAt.desc().nullsFirst()),
  ],
);
