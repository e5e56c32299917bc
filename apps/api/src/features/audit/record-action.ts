import type { AdminAction, AuditTargetType } from '@redial/contract';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type AuditChanges, auditEntries } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

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
 * without the other.
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
