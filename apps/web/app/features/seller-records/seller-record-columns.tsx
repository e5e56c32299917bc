import type { SellerRecord } from '@redial/contract';
import type { Column } from '../../ui/table.tsx';
import { formatDay } from './format-day.ts';
import { OpenRecord } from './open-record.tsx';

/** Columns of the list of seller records. */
export const sellerRecordColumns: readonly Column<SellerRecord>[] = [
  {
    label: 'Seller',
    kind: 'heading',
    cell: ({ _id: id, deletedBy }) => (
      <span className="block min-w-0">
        <code className="wrap-anywhere block font-normal text-xs">{id}</code>
        <span className="block font-normal text-ink-soft text-xs">
          {deletedBy === 'admin' ? 'Deleted by an admin' : 'Deleted their own account'}
        </span>
      </span>
    ),
  },
  {
    label: 'Deleted',
    cell: ({ deletedAt }) => <span className="whitespace-nowrap">{formatDay(deletedAt)}</span>,
  },
  { label: 'Sales', kind: 'figures', cell: ({ sales }) => sales },
  {
    label: 'Kept until',
    cell: ({ keptUntil }) =>
      keptUntil ? (
        <span className="whitespace-nowrap">{formatDay(keptUntil)}</span>
      ) : (
        'A sale is under way'
      ),
  },
  {
    label: 'Opened',
    cell: ({ openings }) =>
      openings.length === 0 ? (
        'Never'
      ) : (
        <ul className="grid gap-1 text-xs">
          {openings.map(({ at, admin, reason }) => (
            <li key={at} className="wrap-anywhere">
              {formatDay(at)} by {admin}: {reason}
            </li>
          ))}
        </ul>
      ),
  },
  { label: 'Open', kind: 'action', cell: (record) => <OpenRecord record={record} /> },
];
