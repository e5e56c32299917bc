import type { Transaction } from '../../platform/transaction.ts';
import type { PasswordNotice } from './better-auth.ts';
import { endPendingEmailChange } from './email-change.ts';
import { endChallenges } from './end-challenges.ts';
import { findEmail } from './find-email.ts';
import { recordWrite } from './recorded-writes.ts';

export interface PasswordOptions {
  /** Notifies the owner of an account of a new password, in the transaction of the change. */
  readonly notifyPasswordChanged: (tx: Transaction, notice: PasswordNotice) => Promise<void>;
}

/**
 * Runs a request to Better Auth that sets a password. With the password, in one transaction, the sign-ins
 * that wait for a code, the mailed links and a change of the e-mail address that is under way end, and the
 * owner is notified.
 */
export const recordPassword = (
  { notifyPasswordChanged }: PasswordOptions,
  how: Pick<PasswordNotice, 'what' | 'ipAddress'>,
  request: () => Promise<Response>,
): Promise<Response> =>
  recordWrite(
    {
      model: 'account',
      field: 'password',
      record: async (tx, uid) => {
        await endChallenges(tx, uid);
        await endPendingEmailChange(tx, uid);
        const email = await findEmail(tx, uid);
        if (email) await notifyPasswordChanged(tx, { ...how, uid, email });
      },
    },
    request,
  );
