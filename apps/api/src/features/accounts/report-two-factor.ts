import type { Executor } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import type { SystemActor } from '../../platform/users.ts';

/**
 * Announces a change of the second factor of an account, or a use that its owner should know of, in the
 * transaction of the change if there is one. The owner is notified by mail.
 *
 * @param notice.uid the account at the identity provider; it need not have a user record.
 * @param notice.codesLeft how many recovery codes are left, after one was used.
 */
export async function reportTwoFactor(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  executor: Executor,
  _actor: SystemActor,
  notice: {
    what: 'on' | 'off' | 'codes-renewed' | 'recovery-code-used' | 'refused';
    uid: string;
    email: string;
    codesLeft?: number;
  },
): Promise<void> {
  const { what, ...about } = notice;
  await emit(executor, { type: `two-factor.${what}`, ...about, at: clock.now().toISOString() });
  jobs.trigger('dispatch-outbox');
}
