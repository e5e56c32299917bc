import type { AuditTargetType, ModerationEvent } from '@redial/contract';
import { auditEntries } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';

/**
 * Records that a report or an appeal was received, in the transaction that stores it. The log is kept for
 * good, so it does not say by whom.
 */
export async function recordModerationEvent(
  tx: Transaction,
  { action, target }: { action: ModerationEvent; target: { type: AuditTargetType; id: string } },
): Promise<void> {
  await tx.insert(auditEntries).values({
    action,
    actorId: null,
    actorRole: 'unknown',
    targetType: target.type,
    targetId: target.id,
    changes: {},
  });
}
