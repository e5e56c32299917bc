import { sql } from 'drizzle-orm';
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/**
 * Domain events, each written in the transaction of its change (see `events.ts`). Partitioned by week
 * (`db/partitions.ts`).
 */
export const domainEvents = pgTable(
  'domain_events',
  {
    id: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    /** The event without its type. */
    payload: jsonb().notNull(),
    occurredAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the outbox messages to its subscribers were written. */
    dispatchedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.occurredAt] }),
    index('domain_events_new').on(t.id).where(sql`${t.dispatchedAt} is null`),
  ],
);

/** Transactional outbox: messages to be delivered, each an event to one of its subscribers, or a mail. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** The subscriber's name, or `mail.send`. */
    kind: text().notNull(),
    /** Deduplication key. */
    dedupe: text().notNull().unique(),
    payload: jsonb().notNull(),
    /** Messages of a lower number are delivered first. */
    priority: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastError: text(),
    doneAt: timestamp({ withTimezone: true }),
    /** When it became a dead letter: given up until an operator retries it. */
    deadAt: timestamp({ withTimezone: true }),
    /** The mailbox that a mail goes to: lower case, without a subaddress (`rana+tag@mail.com`). */
    recipient: text().generatedAlwaysAs(
      sql`case when kind = 'mail.send' then lower(regexp_replace(payload ->> 'to', '[+][^@]*@', '@')) end`,
    ),
  },
  (t) => [
    index('outbox_mails_of_recipient').on(t.recipient).where(sql`${t.recipient} is not null`),
    index('outbox_dead').on(t.deadAt).where(sql`${t.doneAt} is null and ${t.deadAt} is not null`),
    index('outbox_uncleared')
      .on(t.doneAt)
      .where(sql`${t.doneAt} is not null and ${t.payload} <> '{}'::jsonb`),
    index('outbox_due')
      .on(t.priority, t.dueAt)
      .where(sql`${t.doneAt} is null and ${t.deadAt} is null`),
  ],
);
