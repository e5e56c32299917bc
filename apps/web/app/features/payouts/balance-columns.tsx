import { type Balance, formatSignedPrice, nameBalanceChange } from '@redial/contract';
import { href, Link } from 'react-router';
import { formatDateTime } from '../../ui/date-time.ts';
import { ProductName } from '../../ui/product-name.tsx';
import type { Column } from '../../ui/table.tsx';

type Change = Omit<Balance['history'][number], '_id'> & { readonly _id: string };

/** The rows of the list of changes of the balance. */
export const toChangeRows = (history: Balance['history']): Change[] =>
  history.map((entry) => ({ ...entry, _id: String(entry._id) }));

/** Columns of the list of changes of the balance. */
export const changeColumns: readonly Column<Change>[] = [
  {
    label: 'Change',
    kind: 'heading',
    cell: ({ type, orderId, productName }) => (
      <span className="grid gap-0.5">
        {nameBalanceChange(type)}
        {orderId && productName && (
          <Link
            to={href('/dashboard/orders/:orderId', { orderId })}
            className="wrap-anywhere min-h-6 min-w-0 rounded-sm font-normal text-accent text-xs leading-6 underline-offset-4 hover:underline"
          >
            <ProductName name={productName} />
          </Link>
        )}
      </span>
    ),
  },
  { label: 'Date', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
  { label: 'Amount', kind: 'figures', cell: ({ amount }) => formatSignedPrice(amount) },
];
