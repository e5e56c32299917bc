import {
  balancePagePath,
  describePayout,
  explainPayoutFailure,
  formatPrice,
  payoutAccountPagePath,
  payoutFailureActions,
  toDollars,
} from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { payouts, users } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { type NotifySettings, notify } from './notify.ts';

type PayoutMailEvent = DomainEventOf<'payout.settled' | 'payout.failed'>;

/** Enqueues the mail to a seller about the end of a payout, in the words of the page. */
export async function enqueuePayoutMails(
  tx: Transaction,
  settings: NotifySettings,
  { type, payoutId }: PayoutMailEvent,
): Promise<void> {
  const [payout] = await tx
    .select({
      amountCents: payouts.amountCents,
      state: payouts.state,
      failureCode: payouts.failureCode,
      seller: { id: users.id, email: users.email },
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.userId))
    .where(and(eq(payouts.id, payoutId), active))
    .for('share', { of: users });
  const isFailed = type === 'payout.failed';
  // One that the bank has returned meanwhile has a mail of its own.
  if (!payout || payout.state !== (isFailed ? 'failed' : 'settled')) return;
  const { seller, amountCents, state, failureCode } = payout;
  const amount = toDollars(amountCents);
  const { nextStep } = explainPayoutFailure(failureCode);
  const text = describePayout({ amount, state, failureCode });
  const key = `${type.replace('.', '-')}:${payoutId}`;
  await notify(
    tx,
    settings,
    seller,
    { kind: 'payouts', key, subject: null },
    {
      subject: isFailed
        ? `Payout failed: ${formatPrice(amount)}`
        : `Paid out: ${formatPrice(amount)}`,
      preview: text,
      heading: isFailed ? 'Your payout failed' : 'Your payout has arrived',
      paragraphs: isFailed
        ? [text]
        : [text, 'Your bank may take a day to show it. The statement has it with date and amount.'],
      action: isFailed
        ? {
            label: payoutFailureActions[nextStep],
            url:
              settings.publicUrl +
              (nextStep === 'account' ? payoutAccountPagePath : balancePagePath),
          }
        : { label: 'Open the balance', url: settings.publicUrl + balancePagePath },
      note: `Payout ${payoutId}`,
    },
  );
}
