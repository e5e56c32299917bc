import {
  type AccountActivity,
  accountActivityPageSize,
  type DataExport,
  type OwnActivityAction,
  ownActivityActions,
} from '@redial/contract';
import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { auditEntries } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { toChanges } from './list-audit-entries.ts';

/**
 * Lists a page of what happened to the caller's account, newest first. Of what an admin did, neither name,
 * network nor reason.
 *
 * @param input.before the id of an event: only older ones.
 */
export async function listAccountActivity(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { before }: { before?: number },
): Promise<{ events: AccountActivity[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(isOwn(actor), before === undefined ? undefined : lt(auditEntries.id, before)))
    .orderBy(desc(auditEntries.id))
    .limit(accountActivityPageSize + 1);
  return {
    events: rows.slice(0, accountActivityPageSize).map(toActivity),
    hasMore: rows.length > accountActivityPageSize,
  };
}

/** All events of the own account for the data export, oldest first. */
export async function listOwnActivity(
  db: Executor,
  user: Pick<User, 'id'>,
): Promise<DataExport['activity']> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(isOwn(user))
    .orderBy(asc(auditEntries.id));
  return rows.map((row) => {
    const { at, action, by, network } = toActivity(row);
    const changes = Object.fromEntries(
      Object.entries(row.changes).map(([field, values]) => [field, [...values]]),
    );
    return { at, action, by, changes, network };
  });
}

const isOwn = ({ id }: Pick<User, 'id'>) =>
  and(
    eq(auditEntries.targetId, id),
    eq(auditEntries.targetType, 'user'),
    inArray(auditEntries.action, [...ownActivityActions]),
  );

function toActivity(entry: typeof auditEntries.$inferSelect): AccountActivity {
  const { id, at, action, actorRole, changes, network } = entry;
  const by = actorRole === 'owner' ? 'you' : actorRole === 'unknown' ? 'unknown' : 'admin';
  return {
    _id: id,
    at: at.toISOString(),
    action: action as OwnActivityAction,
    by,
    changes: toChanges(changes),
    network: by === 'admin' ? null : network,
  };
}
