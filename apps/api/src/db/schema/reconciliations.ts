import { bigserial, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Comparisons of the ledger with the card provider's own list of changes of its balance. */
export const providerReconciliations = pgTable(
  'provider_reconciliations',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    provider: text().notNull(),
    /** The period whose entries were compared. */
    fromAt: timestamp({ withTimezone: true }).notNull(),
    toAt: timestamp({ withTimezone: true }).notNull(),
    finishedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Entries and cents by kind of entry, such as `charge.entries`. */
    figures: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    /** What could not be explained or repaired, in words; empty if all is recorded on both sides. */
    findings: jsonb().$type<readonly string[]>().notNull(),
  },
  (t) => [index('provider_reconciliations_finished').on(t.finishedAt)],
);
