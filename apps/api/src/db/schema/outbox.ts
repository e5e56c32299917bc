import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Transactional outbox: side effects requested by a transaction and executed by a job, once per
 * `dedupe` key.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    dedupe: text().notNull().unique(),
    payload: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastError: text(),
    doneAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('outbox_due').on(t.dueAt).where(sql`${t.doneAt} is null`)],
);
