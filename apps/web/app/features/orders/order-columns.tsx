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
    cell: (order) => (
      <span className="flex items-center gap-3.5">
        <ProductImage
          src={order.img}
          alt=""
          sizes="4rem"
          className="size-14 shrink-0 rounded-md max-[18rem]:hidden"
        />
        <span className="min-w-0">
          <Link
            to={href('/dashboard/orders/:orderId', { orderId: order._id })}
            className="wrap-anywhere block min-h-6 rounded-sm underline-offset-4 hover:underline"
          >
            <ProductName name={order.productName} />
          </Link>
          <Progress order={order} />
        </span>
      </span>
    ),
  },
  { label: 'Price', kind: 'figures', cell: ({ price }) => <Price dollars={price} /> },
  { label: 'Payment', kind: 'action', cell: (order) => <Payment order={order} /> },
  { label: 'Cancel Order', kind: 'action', cell: (order) => <CancelOrder order={order} /> },
];

/** Until when an unpaid order holds its phone, or the receipt of a paid one. */
function Progress({
  order: { _id: orderId, isPaid, productName, state, expiresAt },
}: {
  order: Order;
}) {
  if (state === 'unpaid') {
    return (
      <span className="block font-normal text-ink-soft text-xs">
        Held for you <Deadline at={expiresAt} />
      </span>
    );
  }
  if (!isPaid) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {state !== 'paid' && <Badge>{orderStateNames[state]}</Badge>}
      <Link
        to={href('/dashboard/myorders/receipt/:orderId', { orderId })}
        aria-label={`Receipt for ${productName}`}
        className="inline-flex min-h-6 items-center font-normal text-accent text-xs underline-offset-4 hover:underline"
      >
        Receipt
      </Link>
      {state === 'completed' && (
        <Link
          to={href('/dashboard/orders/:orderId/sell', { orderId })}
          aria-label={`Sell it: ${productName}`}
          className="inline-flex min-h-6 items-center font-normal text-accent text-xs underline-offset-4 hover:underline"
        >
          Sell it
        </Link>
      )}
    </span>
  );
}

function Payment({ order: { _id: orderId, isPaid, productName, state } }: { order: Order }) {
  if (isPaid) {
    return (
      <Badge tone="good">
        <Check className="size-3.5" aria-hidden="true" />
        Paid
      </Badge>
    );
  }
  if (state === 'refunded') return <Badge>Refunded</Badge>;
  return (
    <ButtonLink
      to={href('/dashboard/myorders/payment/:orderId', { orderId })}
      size="small"
      className="whitespace-nowrap"
      aria-label={`Pay Now for ${productName}`}
    >
      Pay Now
    </ButtonLink>
  );
}
