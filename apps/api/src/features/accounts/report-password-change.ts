import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Announces that the password of an account was changed, in the transaction of the change. The owner is notified by mail.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 */
export async function reportPasswordChange(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Transaction,
  _actor: SystemActor,
  {
    what,
    uid,
    email,
    ipAddress,
  }: { what: 'changed' | 'reset'; uid: string; email: string; ipAddress: string },
): Promise<void> {
  await emit(tx, { type: 'password.changed', uid, email, at: clock.now().toISOString() });
  await recordAccountEvent(tx, uid, {
    action: `password.${what}`,
    network: truncateIp(ipAddress),
  });
  jobs.trigger('dispatch-outbox');
}
