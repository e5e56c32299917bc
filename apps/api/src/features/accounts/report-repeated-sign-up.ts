import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Announces that somebody tried to sign up with the address of an account. The response does not tell,
 * so the owner is notified by mail.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 */
export async function reportRepeatedSignUp(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  { uid, email, ipAddress }: { uid: string; email: string; ipAddress: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await emit(tx, { type: 'sign-up.repeated', uid, email, at: clock.now().toISOString() });
    const network = truncateIp(ipAddress);
    await recordAccountEvent(tx, uid, { action: 'sign-up.repeated', by: 'unknown', network });
  });
  jobs.trigger('dispatch-outbox');
}
