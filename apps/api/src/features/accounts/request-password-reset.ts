import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import type { SystemActor } from '../../platform/users.ts';

/**
 * Announces that the identity provider has created a token to set a new password. The token is mailed
 * to the account's address.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 * @param input.token authorizes its holder to set a new password, once, within an hour.
 */
export async function requestPasswordReset(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  input: { uid: string; email: string; token: string },
): Promise<void> {
  const { uid, email, token } = input;
  await emit(db, {
    type: 'password.reset-requested',
    uid,
    email,
    token,
    requestedAt: clock.now().toISOString(),
  });
  jobs.trigger('dispatch-outbox');
}
