import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Side effects that a transaction asked for; done by a job, each once (`dedupe`). */
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
