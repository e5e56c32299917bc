import { payoutAccountPagePath } from '@redial/contract';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { notifyAccount } from './notify-account.ts';

/**
 * Enqueues the mail about another bank account for payouts: a thief of a session enters an account
 * of their own before they request the balance.
 */
export async function enqueuePayoutAccountMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { changeId, uid, email, last4 }: DomainEventOf<'payout-account.changed'>,
): Promise<void> {
  const path = payoutAccountPagePath;
  const account = last4 === null ? 'a bank account' : `the bank account ending in ${last4}`;
  await notifyAccount(
    tx,
    { uid, email },
    { key: `payout-account.changed:${changeId}`, path },
    {
      subject: 'Your Redial payouts go to a new bank account',
      preview: `Payouts now go to ${account}.`,
      heading: 'Your bank details were changed',
      paragraphs: [
        `Your Redial payouts now go to ${account}.`,
        'If it was not you, choose “Forgot password?” on the sign-in page and set a new password: all devices are signed out. Then enter your own bank account, and write to us.',
      ],
      note: 'If it was you, you need not do anything.',
      action: { label: 'Look at your bank details', url: publicUrl + path },
    },
  );
}
