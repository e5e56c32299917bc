import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import type { SystemActor } from '../../platform/users.ts';

/**
 * Announces that the identity provider has created a token to verify an e-mail address. The token is
 * mailed to that address.
 *
 * @param input.uid the account at the identity provider; it need not have a user record.
 * @param input.token proves control of the mailbox to the identity provider, for a day.
 */
export async function requestEmailVerification(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: SystemActor,
  input: { uid: string; email: string; token: string },
): Promise<void> {
  const requestedAt = clock.now().toISOString();
  await emit(db, { type: 'email.verification-requested', ...input, requestedAt });
  jobs.trigger('dispatch-outbox');
}
