import type { LedgerVerification } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { findVerification, requestVerification } from '../../platform/sealing/index.ts';
import type { User } from '../../platform/users.ts';
import { toVerification } from './get-status.ts';

/** Requests a verification of the whole ledger, unless one is in progress. A job does the work. */
export async function requestLedgerVerification(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  _actor: User,
): Promise<LedgerVerification> {
  await requestVerification(db, 'ledger');
  const requested = await findVerification(db, 'ledger');
  if (!requested) throw new Error('the requested verification does not exist');
  jobs.trigger('verify-chains');
  return toVerification(requested);
}
