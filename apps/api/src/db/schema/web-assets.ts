import { customType, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Scripts and fonts of the running version of the web app, and of those that it has replaced. */
export const webAssets = pgTable(
  'web_assets',
  {
    /** File name, which contains a hash of the content. */
    name: text().primaryKey(),
    content: bytea().notNull(),
    /** Since when no starting server has had the file; null for the running version. */
    replacedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('web_assets_replaced').on(t.replacedAt)],
);
