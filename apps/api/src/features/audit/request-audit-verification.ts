import type { AuditVerification } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { findVerification, requestVerification } from '../../platform/sealing/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { toAuditVerification } from './get-audit-seal.ts';
import { recordAction } from './record-action.ts';

/** Requests a verification of the whole audit log, unless one is in progress. A job does the work. */
export async function requestAuditVerification(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
): Promise<AuditVerification> {
  const requested = await inTransaction(db, async (tx) => {
    if (await requestVerification(tx, 'audit')) {
      const target = { type: 'audit-log', id: 'chain' } as const;
      await recordAction(tx, actor, { action: 'audit-log.verification-requested', target });
    }
    return findVerification(tx, 'audit');
  });
  if (!requested) throw new Error('the requested verification does not exist');
  jobs.trigger('verify-chains');
  return toAuditVerification(requested);
}
