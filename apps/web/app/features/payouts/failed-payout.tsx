import {
  type Balance,
  describePayout,
  explainPayoutFailure,
  payoutFailureActions,
} from '@redial/contract';
import { href } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What to do about the last payout, if it failed. Payouts that were made after it settle the matter. */
export function FailedPayout({ balance: { payouts } }: { balance: Balance }) {
  const [last] = payouts;
  if (last?.state !== 'failed' && last?.state !== 'returning') return null;
  const { nextStep } = explainPayoutFailure(last.failureCode);
  return (
    <Notice badge={<Badge tone="bad">Payout failed</Badge>} text={describePayout(last)}>
      {last.state === 'failed' && (
        <ButtonLink
          to={nextStep === 'account' ? href('/dashboard/payout-account') : '#pay-out'}
          size="small"
        >
          {payoutFailureActions[nextStep]}
        </ButtonLink>
      )}
    </Notice>
  );
}
