import type { AdminAction, AuditTargetType } from '@redial/contract';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type AuditChanges, auditEntries, users } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active, type User } from '../../platform/users.ts';

/** An action to record. */
export interface RecordedAction {
  readonly action: AdminAction;
  readonly target: { readonly type: AuditTargetType; readonly id: string };
  /** No personal data: entries are kept for good. */
  readonly changes?: AuditChanges;
  readonly reason?: string | undefined;
}

/**
 * Records what an admin or the operator does, in the transaction of the change: neither is stored
 * without the other. A request may have waited, for a lock or for its body, while its actor lost the role: that
 * takes the change back.
 *
 * @throws Problem `role.forbidden`
 */
export async function recordAction(
  tx: Transaction,
  actor: User | 'operator',
  { action, target, changes = {}, reason }: RecordedAction,
): Promise<void> {
  const isOperator = actor === 'operator';
  if (!isOperator && actor.role !== 'admin') {
    throw new Error(`${action} was recorded for a ${actor.role}`);
  }
  if (!isOperator) await requireStillAdmin(tx, actor);
  await tx.insert(auditEntries).values({
    action,
    actorId: isOperator ? null : actor.id,
    actorRole: isOperator ? 'operator' : (actor.staffRole ?? 'admin'),
    targetType: target.type,
    targetId: target.id,
    changes,
    reason: reason ?? null,
    network: isOperator ? null : (actor.network ?? null),
  });
}

/** Locks the row, so that the role is not lost before the change is committed. */
async function requireStillAdmin(tx: Transaction, { id, staffRole }: User): Promise<void> {
  const [row] = await tx
    .select({ role: users.role, staffRole: users.staffRole, suspended: users.suspended })
    .from(users)
    .where(and(eq(users.id, id), active))
    .for('share');
  const isStaff = Boolean(staffRole) && row?.staffRole === staffRole && !row?.suspended;
  if (row?.role !== 'admin' && !isStaff) throw new Problem('role.forbidden');
}

/** Whether an admin has done the same to the same target in the last hours. */
export async function isRecordedWithin(
  tx: Transaction,
  actor: User,
  { action, target }: Pick<RecordedAction, 'action' | 'target'>,
  hours: number,
): Promise<boolean> {
  const { actorId, targetType, targetId, at } = auditEntries;
  const isSame = and(
    eq(actorId, actor.id),
    eq(auditEntries.action, action),
    eq(targetType, target.type),
    eq(targetId, target.id),
    gt(at, sql`now() - make_interval(hours => ${hours})`),
  );
  return (await tx.$count(auditEntries, isSame)) > 0;
}
