import type { DisputeSummary } from '@redial/contract';
import { eq, or } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { selectDisputes, toSummary } from './dispute-summaries.ts';

/**
 * Lists the open disputes for admins, those beyond their time first, then by due time; for others
 * their own, open ones first.
 */
export async function listDisputes(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
): Promise<DisputeSummary[]> {
  const where =
    actor.role === 'admin'
      ? eq(orders.state, 'disputed')
      : or(eq(orders.buyerId, actor.id), eq(orders.sellerId, actor.id));
  const rows = await selectDisputes(db, where);
  return rows.map((row) => toSummary(row, settings)).sort(compareUrgency);
}

/** Orders disputes by urgency: beyond their time, then open ones by due time, then closed ones. */
function compareUrgency(a: DisputeSummary, b: DisputeSummary): number {
  return (
    Number(b.overdue) - Number(a.overdue) ||
    Number(b.status === 'open') - Number(a.status === 'open') ||
    timeOf(a.dueAt) - timeOf(b.dueAt) ||
    timeOf(b.openedAt) - timeOf(a.openedAt)
  );
}

const timeOf = (date: string | null): number =>
  date === null ? Number.MAX_SAFE_INTEGER : Date.parse(date);
