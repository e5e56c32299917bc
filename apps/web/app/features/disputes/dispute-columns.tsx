import type { DisputeSummary } from '@redial/contract';
import { Badge } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { Price } from '../../ui/price.tsx';
import type { Column } from '../../ui/table.tsx';
import { reasonLabels } from './dispute-texts.ts';
import { DisputeLink } from './dispute-view.tsx';

/** Columns of the list of disputes. */
export const disputeColumns: readonly Column<DisputeSummary>[] = [
  {
    label: 'Phone',
    kind: 'heading',
    cell: ({ _id, productName }) => <DisputeLink id={_id} name={productName} />,
  },
  { label: 'Reason', cell: ({ reason }) => reasonLabels[reason] },
  { label: 'Buyer', cell: ({ buyerName }) => buyerName },
  { label: 'Seller', cell: ({ sellerName }) => sellerName },
  { label: 'Price', kind: 'figures', cell: ({ price }) => <Price dollars={price} /> },
  {
    label: 'Due',
    cell: ({ status, dueAt, dueFor, overdue }) => (
      <span className="flex flex-wrap items-center gap-2">
        {overdue && <Badge tone="bad">Overdue</Badge>}
        {status !== 'open' && <Badge>{status === 'closed' ? 'Closed' : 'Return'}</Badge>}
        {!overdue && dueFor === 'admin' && <Badge tone="accent">Yours</Badge>}
        {dueAt && <span className="figures text-sm">{formatDateTime(dueAt)}</span>}
      </span>
    ),
  },
];
