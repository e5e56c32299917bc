import type { Order } from '@redial/contract';
import { href, Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Deadline } from '../../ui/deadline.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CancelOrder } from './cancel-order.tsx';

/** Tells buyers on the product page that the product is reserved for them, or theirs. */
export function OwnOrderNotice({ order }: { order: Order }) {
  if (order.isPaid) {
    return (
      <Notice
        badge={<Badge tone="good">Bought by you</Badge>}
        text={`Paid. Meet the seller at: ${order.location}`}
      >
        <Link to={href('/dashboard/myorders')} className={linkClass}>
          My Orders
        </Link>
        <Link
          to={href('/dashboard/myorders/receipt/:orderId', { orderId: order._id })}
          className={linkClass}
        >
          Receipt
        </Link>
        <Link to={`${href('/dashboard/addproduct')}?like=${order.productId}`} className={linkClass}>
          Sell this phone
        </Link>
      </Notice>
    );
  }
  return (
    <Notice
      badge={<Badge tone="accent">Reserved by you</Badge>}
      text={
        <>
          Pay <Deadline at={order.expiresAt} /> to make it yours. Nobody else can order this phone
          meanwhile.
        </>
      }
    >
      <CancelOrder order={order} />
    </Notice>
  );
}

const linkClass =
  'inline-flex min-h-8 items-center font-semibold text-accent underline-offset-4 hover:underline';
