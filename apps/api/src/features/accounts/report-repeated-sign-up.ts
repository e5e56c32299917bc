import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import type { SystemActor } from '../../platform/users.ts';

/**
 * Announces that somebody tried to sign up with the address of an account. The response does not tell,
 * so the owner is notified by mail.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 */
export async function reportRepeatedSignUp(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await emit(db, { type: 'sign-up.repeated', uid, email, at: clock.now().toISOString() });
  jobs.trigger('dispatch-outbox');
}
