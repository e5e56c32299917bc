import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { emit } from '../../platform/outbox.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Announces a sign-in from a device that the account had not been used on. The owner is notified by mail
 * and in the notification centre.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 */
export async function reportNewDevice(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  signIn: Omit<DomainEventOf<'sign-in.new-device'>, 'type' | 'at'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await emit(tx, { type: 'sign-in.new-device', ...signIn, at: clock.now().toISOString() });
    await recordAccountEvent(tx, signIn.uid, {
      action: 'sign-in.new-device',
      changes: { device: [null, signIn.deviceName] },
      network: truncateIp(signIn.ipAddress),
    });
  });
  jobs.trigger('dispatch-outbox');
}
