import {
  type AuditAction,
  type AuditEntry,
  type AuditKind,
  accountEvents,
  adminActions,
  auditPageSize,
  moderationEvents,
  normalizeEmail,
} from '@redial/contract';
import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { type AuditChanges, auditEntries, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isUuid } from '../../platform/ids.ts';
import { parsePeriod } from '../../platform/period.ts';
import type { User } from '../../platform/users.ts';

interface AuditFilters {
  readonly action?: AuditAction;
  readonly kind?: AuditKind;
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
  readonly before?: number;
}

const actionsOf = {
  admin: adminActions,
  account: accountEvents,
  moderation: moderationEvents,
} as const;

/**
 * Lists a page of the audit log, newest first.
 *
 * @param input.q an id or e-mail address of who acted, or of what or whom it was done to.
 * @param input.from, input.to days in UTC; a missing one does not limit.
 * @param input.before the id of an entry: only older ones.
 * @throws Problem `validation.failed` if the period ends before it begins.
 */
export async function listAuditEntries(
  { db }: Pick<Deps, 'db'>,
  _actor: User,
  { action, kind, q, from, to, before }: AuditFilters,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const period = parsePeriod({ from: from ?? '1000-01-01', to: to ?? '2999-12-31' });
  const rows = await selectEntries(db)
    .where(
      and(
        action && eq(auditEntries.action, action),
        kind && inArray(auditEntries.action, [...actionsOf[kind]]),
        before === undefined ? undefined : lt(auditEntries.id, before),
        from === undefined ? undefined : gte(auditEntries.at, period.from),
        to === undefined ? undefined : lt(auditEntries.at, period.to),
        await concerns(db, q?.trim() ?? ''),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(auditPageSize + 1);
  return {
    entries: rows.slice(0, auditPageSize).map(toAuditEntry),
    hasMore: rows.length > auditPageSize,
  };
}

/** The condition that an entry concerns what an id or e-mail address names. */
async function concerns(db: Executor, q: string) {
  if (q === '') return undefined;
  const id = q.includes('@') ? await findUserId(db, q) : q.toLowerCase();
  if (id === undefined) return sql`false`;
  const isTarget = eq(auditEntries.targetId, id);
  return isUuid(id) ? or(isTarget, eq(auditEntries.actorId, id)) : isTarget;
}

async function findUserId(db: Executor, email: string): Promise<string | undefined> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, normalizeEmail(email) ?? ''));
  return user?.id;
}

/** The target's id, or null where it is not a UUID: comparing texts would not use the index of the ids. */
const targetUuid = sql`case when ${auditEntries.targetId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then ${auditEntries.targetId}::uuid end`;

/** Selects entries with the present names of what they mention. */
export const selectEntries = (db: Executor) =>
  db
    .select({
      entry: auditEntries,
      actorName: users.name,
      targetName: sql<string | null>`case ${auditEntries.targetType}
        when 'user' then (select u.name from users u where u.id = ${targetUuid})
        when 'product' then (select p.name from products p where p.id = ${targetUuid})
        when 'model' then (select m.name from models m where m.slug = ${auditEntries.targetId})
        when 'possession-proof' then (select p.product_name from possession_proofs p
          where p.id = ${targetUuid})
        when 'dispute' then (select o.product_name from disputes d join orders o on o.id = d.order_id
          where d.id = ${targetUuid})
        when 'chargeback' then (select o.product_name from chargebacks c
          join orders o on o.id = c.order_id where c.id = ${auditEntries.targetId})
      end`,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .$dynamic();

/** An entry as the API represents it. */
export function toAuditEntry(row: {
  entry: typeof auditEntries.$inferSelect;
  actorName: string | null;
  targetName: string | null;
}): AuditEntry {
  const { entry, actorName, targetName } = row;
  return {
    _id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action,
    actor: { role: entry.actorRole, _id: entry.actorId, name: actorName },
    target: { type: entry.targetType, _id: entry.targetId, name: targetName },
    changes: toChanges(entry.changes),
    reason: entry.reason,
    network: entry.network,
  };
}

/** The changed values as the API represents them. */
export const toChanges = (changes: AuditChanges): AuditEntry['changes'] =>
  Object.entries(changes).map(([field, [before, after]]) => ({ field, before, after }));
