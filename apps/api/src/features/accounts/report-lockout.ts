import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import type { SystemActor } from '../../platform/users.ts';

/**
 * Announces that the identity provider locked a network out of an account after too many wrong
 * passwords. The owner is notified by mail.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 */
export async function reportLockout(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await emit(db, { type: 'sign-in.locked', uid, email, at: clock.now().toISOString() });
  jobs.trigger('dispatch-outbox');
}
