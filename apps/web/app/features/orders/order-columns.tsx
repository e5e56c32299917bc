import type { Order } from '@redial/contract';
import { Check } from 'lucide-react';
import { href, Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
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
    cell: ({ productId, productName, img }) => (
      <span className="flex items-center gap-3.5">
        <ProductImage src={img} alt="" sizes="4rem" className="size-14 shrink-0 rounded-md" />
        <Link
          to={href('/products/:id', { id: productId })}
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

function Payment({ order: { _id: orderId, isPaid, productName } }: { order: Order }) {
  if (isPaid) {
    return (
      <Badge tone="good">
        <Check className="size-3.5" aria-hidden="true" />
        Paid
      </Badge>
    );
  }
  return (
    <ButtonLink
      to={href('/dashboard/myorders/payment/:orderId', { orderId })}
      size="small"
      aria-label={`Pay Now for ${productName}`}
    >
      Pay Now
    </ButtonLink>
  );
}
