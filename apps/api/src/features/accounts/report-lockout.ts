import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Announces that the identity provider locked a network out of an account after too many wrong
 * passwords. The owner is notified by mail.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 */
export async function reportLockout(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  { uid, email, ipAddress }: { uid: string; email: string; ipAddress: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await emit(tx, { type: 'sign-in.locked', uid, email, at: clock.now().toISOString() });
    const network = truncateIp(ipAddress);
    await recordAccountEvent(tx, uid, { action: 'sign-in.locked', by: 'unknown', network });
  });
  jobs.trigger('dispatch-outbox');
}
