import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Announces a step of a change of an e-mail address, in its transaction. The recipient gets a mail.
 *
 * @param notice.to the old address, or the new one where it has to be confirmed.
 * @param notice.token of the link in the mail; undefined if it has none.
 */
export async function reportEmailChange(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Transaction,
  _actor: SystemActor,
  notice: {
    step: 'requested' | 'confirmed' | 'changed' | 'reverted';
    uid: string;
    to: string;
    token?: string | undefined;
    ipAddress: string;
  },
): Promise<void> {
  const { step, uid, to: email, token, ipAddress } = notice;
  const at = clock.now().toISOString();
  await emit(tx, { type: `email-change.${step}`, uid, email, ...(token ? { token } : {}), at });
  await recordAccountEvent(tx, uid, {
    action: `email-change.${step}`,
    network: truncateIp(ipAddress),
  });
  jobs.trigger('dispatch-outbox');
}
