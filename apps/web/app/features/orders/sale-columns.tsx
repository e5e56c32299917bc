import { formatPrice, orderActionLabels, orderStateNames, type Sale } from '@redial/contract';
import { href, Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { momentText } from '../../ui/deadline-text.ts';
import { Price } from '../../ui/price.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import type { Column } from '../../ui/table.tsx';

/** Columns of the Sales table. */
export const saleColumns: readonly Column<Sale>[] = [
  {
    label: 'Name',
    kind: 'heading',
    cell: ({ _id: orderId, productName, img }) => (
      <span className="flex items-center gap-3.5">
        <ProductImage
          src={img}
          alt=""
          sizes="4rem"
          className="size-14 shrink-0 rounded-md max-[18rem]:hidden"
        />
        <Link
          to={href('/dashboard/orders/:orderId', { orderId })}
          className="wrap-anywhere min-w-0 rounded-sm underline-offset-4 hover:underline"
        >
          <ProductName name={productName} />
        </Link>
      </span>
    ),
  },
  { label: 'Buyer', cell: ({ buyerName }) => <bdi>{buyerName}</bdi> },
  {
    label: 'Price',
    kind: 'figures',
    cell: ({ price, sellerReceives, state }) => (
      <span className="inline-grid justify-items-end">
        <Price dollars={price} />
        {sellerReceives > 0 && state !== 'cancelled' && state !== 'expired' && (
          <span className="text-ink-soft text-xs">you receive {formatPrice(sellerReceives)}</span>
        )}
      </span>
    ),
  },
  {
    label: 'Status',
    cell: ({ state, needsAction, nextAction, deadline }) => (
      <span className="inline-grid justify-items-start gap-1 @max-2xl:justify-items-end">
        <Badge tone={needsAction ? 'accent' : state === 'completed' ? 'good' : 'neutral'}>
          {orderStateNames[state]}
        </Badge>
        {needsAction && nextAction && (
          <span className="font-semibold text-xs">{orderActionLabels[nextAction]}</span>
        )}
        {deadline && <span className="text-ink-soft text-xs">by {momentText(deadline.dueAt)}</span>}
      </span>
    ),
  },
];
