import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Records what happened to a passkey of an account, in the transaction of the change. The owner is notified
 * by mail of a new one and of a removed one; a use from a new device is announced like any other sign-in.
 *
 * @param notice.uid the account at the identity provider; it need not have a user record.
 * @param notice.name as the owner calls the passkey.
 */
export async function reportPasskey(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Transaction,
  _actor: SystemActor,
  notice: {
    what: 'added' | 'removed' | 'used';
    uid: string;
    email: string;
    ipAddress: string;
    name: string;
  },
): Promise<void> {
  const { what, ipAddress, ...about } = notice;
  await recordAccountEvent(tx, notice.uid, {
    action: `passkey.${what}`,
    by: 'owner',
    network: truncateIp(ipAddress),
  });
  if (what === 'used') return;
  await emit(tx, { type: `passkey.${what}`, ...about, at: clock.now().toISOString() });
  jobs.trigger('dispatch-outbox');
}
