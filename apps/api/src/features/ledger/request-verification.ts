import type { LedgerVerification } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { findVerification, requestVerification } from '../../platform/sealing/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { toVerification } from './get-status.ts';

/** Requests a verification of the whole ledger, unless one is in progress. A job does the work. */
export async function requestLedgerVerification(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
): Promise<LedgerVerification> {
  const requested = await inTransaction(db, async (tx) => {
    if (await requestVerification(tx, 'ledger')) {
      const target = { type: 'ledger', id: 'chain' } as const;
      await recordAction(tx, actor, { action: 'ledger.verification-requested', target });
    }
    return findVerification(tx, 'ledger');
  });
  if (!requested) throw new Error('the requested verification does not exist');
  jobs.trigger('verify-chains');
  return toVerification(requested);
}
