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

/** What to do about the last payout, if it failed and the matter is not settled. */
export function FailedPayout({ balance: { payouts, failedPayout } }: { balance: Balance }) {
  const last = payouts.find(({ _id }) => _id === failedPayout);
  if (!last) return null;
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
