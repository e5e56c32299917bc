import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import type { SystemActor } from '../../platform/users.ts';

/**
 * Announces that the password of an account was changed. The owner is notified by mail.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 */
export async function reportPasswordChange(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await emit(db, { type: 'password.changed', uid, email, at: clock.now().toISOString() });
  jobs.trigger('dispatch-outbox');
}
