import { type Balance, formatPrice, type Payout, type PayoutAccount } from '@redial/contract';

const outgoing = ['requested', 'transferred', 'paying'] as const;

/**
 * Why a seller cannot request a payout now, as the API would answer.
 *
 * @param account undefined if the provider cannot be reached
 * @param payable dollars: the balance without what is on hold
 * @returns the reason, and whether the payout account solves it; undefined if nothing is in the way
 */
export function payoutObstacle(
  { suspended, held, payouts, minimumPayout, onHold }: Balance,
  account: PayoutAccount | undefined,
  payable: number,
): { text: string; isAccount?: true } | undefined {
  const open = payouts.find(({ state }) => outgoing.some((each) => each === state));
  if (open) return { text: describeOpen(open, { suspended, held }) };
  if (account && account.status !== 'enabled') {
    return { text: accountTexts[account.status], isAccount: true };
  }
  if (held) {
    return {
      text: 'Your account is suspended. Your balance is held until your open orders and disputes are over.',
    };
  }
  if (suspended) {
    return {
      text: 'Payouts wait while we check our books. Your money is safe, and this usually takes less than a day.',
    };
  }
  if (!account) {
    return {
      text: 'The payment provider cannot be reached at the moment. Your balance is safe: try again in some minutes.',
    };
  }
  if (payable < minimumPayout) {
    return {
      text: `A payout is at least ${formatPrice(minimumPayout)}.${onHold > 0 ? ' What waits for a chargeback cannot be paid out yet.' : ' It is possible as soon as a sale is completed.'}`,
    };
  }
  return undefined;
}

/** What a payout waits for that has not arrived. */
function describeOpen(
  { amount, state }: Payout,
  { suspended, held }: Pick<Balance, 'suspended' | 'held'>,
): string {
  const money = formatPrice(amount);
  if (state === 'requested' && held) {
    return `Your account is suspended. The payout of ${money} waits until your open orders and disputes are over.`;
  }
  if (state === 'requested' && suspended) {
    return `The payout of ${money} waits while we check our books. Your money is safe, and this usually takes less than a day.`;
  }
  const sent =
    state === 'paying'
      ? ''
      : ' The payment provider has not sent it yet, which normally takes some minutes: it goes on by itself.';
  return `A payout of ${money} is on its way.${sent} You can request the next one when it has arrived.`;
}

const accountTexts: Record<Exclude<PayoutAccount['status'], 'enabled'>, string> = {
  none: 'Tell us once where your money goes. Until then, it waits here safely.',
  'details-needed': 'The payment provider needs more details before it can pay you.',
  pending: 'The payment provider is verifying your details. Your balance waits until it is done.',
  rejected: 'The payment provider cannot pay to this account. Your balance waits here safely.',
};
