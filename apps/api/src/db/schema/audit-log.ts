import { auditActions, auditActorRoles, auditTargetTypes } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { bigserial, check, index, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** Fields with their values before and after, as texts. */
export type AuditChanges = Readonly<
  Record<string, readonly [before: string | null, after: string | null]>
>;

/**
 * What admins and the operator did, and security-relevant events of accounts. Append-only, and sealed into the chain `audit`. It names users by
 * their ids alone, so it keeps a pseudonym of who has deleted the account.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    action: text({ enum: auditActions }).notNull(),
    /** Null for the operator, and for somebody who has not signed in. */
    actorId: uuid().references(() => users.id),
    actorRole: text({ enum: auditActorRoles }).notNull(),
    targetType: text({ enum: auditTargetTypes }).notNull(),
    targetId: text().notNull(),
    /** `json`, not `jsonb`: the text is hashed as it was written. */
    changes: json().$type<AuditChanges>().notNull(),
    reason: text(),
    /** The /24 or /48 network of the request; null for the command line. */
    network: text(),
  },
  (t) => [
    check(
      'audit_entries_actor',
      sql`(${t.actorRole} in ('operator', 'unknown')) = (${t.actorId} is null)`,
    ),
    index('audit_entries_of_actor').on(t.actorId, t.id),
    index('audit_entries_of_target').on(t.targetId, t.id),
    index('audit_entries_of_action').on(t.action, t.id),
    index('audit_entries_at').on(t.at, t.id),
  ],
);
