import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Announces a change of the second factor of an account, or a use that its owner should know of, in the
 * transaction of the change. The owner is notified by mail.
 *
 * @param notice.uid the account at the identity provider; it need not have a user record.
 * @param notice.codesLeft how many recovery codes are left, after one was used.
 */
export async function reportTwoFactor(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Transaction,
  _actor: SystemActor,
  notice: {
    what: 'on' | 'off' | 'codes-renewed' | 'recovery-code-used' | 'refused';
    uid: string;
    email: string;
    ipAddress: string;
    codesLeft?: number;
  },
): Promise<void> {
  const { what, ipAddress, ...about } = notice;
  await emit(tx, { type: `two-factor.${what}`, ...about, at: clock.now().toISOString() });
  await recordAccountEvent(tx, notice.uid, {
    action: `two-factor.${what}`,
    by: what === 'refused' ? 'unknown' : 'owner',
    network: truncateIp(ipAddress),
  });
  jobs.trigger('dispatch-outbox');
}
