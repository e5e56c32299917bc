import {
  explainPayoutFailure,
  formatPrice,
  type Payout,
  type PayoutState,
  payoutStateNames,
} from '@redial/contract';
import { Badge } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import type { Column } from '../../ui/table.tsx';

const tones: Partial<Record<PayoutState, 'good' | 'bad' | 'accent'>> = {
  paying: 'accent',
  settled: 'good',
  returning: 'bad',
  failed: 'bad',
};

/** Columns of the list of payouts. */
export const payoutColumns: readonly Column<Payout>[] = [
  {
    label: 'Requested',
    kind: 'heading',
    cell: ({ requestedAt }) => <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>,
  },
  { label: 'Amount', kind: 'figures', cell: ({ amount }) => formatPrice(amount) },
  {
    label: 'Status',
    cell: ({ state, failureCode, arrivesAt }) => (
      <span className="inline-grid justify-items-start gap-1 @max-2xl:justify-items-end">
        <Badge tone={tones[state] ?? 'neutral'}>{payoutStateNames[state]}</Badge>
        {state === 'paying' && arrivesAt && (
          <span className="text-ink-soft text-xs">expected {formatDateTime(arrivesAt)}</span>
        )}
        {(state === 'failed' || state === 'returning') && (
          <span className="text-ink-soft text-xs">{explainPayoutFailure(failureCode).reason}</span>
        )}
      </span>
    ),
  },
];
