import { type Order, orderStateNames } from '@redial/contract';
import { Check } from 'lucide-react';
import { href, Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Deadline } from '../../ui/deadline.tsx';
import { Price } from '../../ui/price.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import type { Column } from '../../ui/table.tsx';
import { CancelOrder } from './cancel-order.tsx';

/** Columns of the My Orders table (specification, 2). */
export const orderColumns: readonly Column<Order>[] = [
  {
    label: 'Name',
    kind: 'heading',
    cell: ({ _id: orderId, productName, img }) => (
      <span className="flex items-center gap-3.5">
        <ProductImage src={img} alt="" sizes="4rem" className="size-14 shrink-0 rounded-md" />
        <Link
          to={href('/dashboard/orders/:orderId', { orderId })}
          className="wrap-anywhere min-w-0 rounded-sm underline-offset-4 hover:underline"
        >
          <ProductName name={productName} />
        </Link>
      </span>
    ),
  },
  { label: 'Price', kind: 'figures', cell: ({ price }) => <Price dollars={price} /> },
  { label: 'Payment', kind: 'action', cell: (order) => <Payment order={order} /> },
  { label: 'Cancel Order', kind: 'action', cell: (order) => <CancelOrder order={order} /> },
];

function Payment({ order }: { order: Order }) {
  const { _id: orderId, isPaid, productName, state, expiresAt } = order;
  if (isPaid) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good">
          <Check className="size-3.5" aria-hidden="true" />
          Paid
        </Badge>
        {state !== 'paid' && <Badge>{orderStateNames[state]}</Badge>}
        <Link
          to={href('/dashboard/myorders/receipt/:orderId', { orderId })}
          aria-label={`Receipt for ${productName}`}
          className="inline-flex min-h-8 items-center text-accent text-xs underline-offset-4 hover:underline"
        >
          Receipt
        </Link>
      </span>
    );
  }
  if (state === 'refunded') return <Badge>Refunded</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <ButtonLink
        to={href('/dashboard/myorders/payment/:orderId', { orderId })}
        size="small"
        aria-label={`Pay Now for ${productName}`}
      >
        Pay Now
      </ButtonLink>
      <span className="text-ink-soft text-xs">
        <Deadline at={expiresAt} />
      </span>
    </span>
  );
}
