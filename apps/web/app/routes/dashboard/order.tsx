import {
  getHandover,
  getOrderDetails,
  getOrderReviews,
  type Handover,
  type OrderDetails,
  type OrderReviews,
} from '@redial/contract';
import { ArrowLeft } from 'lucide-react';
import { href } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { OrderDeviceNotice } from '../../features/devices/order-device-notice.tsx';
import { DeviceCheckPanel } from '../../features/handover/device-check-panel.tsx';
import { OrderView } from '../../features/orders/detail/order-view.tsx';
import { OrderError } from '../../features/orders/order-error.tsx';
import { OrderReviewsPanel } from '../../features/reviews/order-reviews-panel.tsx';
import { ReplyForm } from '../../features/reviews/reply-form.tsx';
import { call } from '../../session/call.ts';
import { useLivePage } from '../../session/use-live-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/order.ts';

const title = 'Order';

export const meta = () => [{ title: `${title} | Redial` }];

/**
 * The order, its reviews once it has ended, and for a buyer who inspects the phone, whether its IMEI can
 * be compared.
 */
export async function clientLoader({ params: { orderId: id } }: Route.ClientLoaderArgs) {
  const order = await call(getOrderDetails, { params: { id } });
  const { viewer, state } = order.ok ? order.value : {};
  const hasEnded = state === 'completed' || state === 'refunded';
  const isParty = viewer === 'buyer' || viewer === 'seller';
  const reviews = hasEnded && isParty ? await call(getOrderReviews, { params: { id } }) : undefined;
  const isInspecting = viewer === 'buyer' && state === 'delivered';
  const handover = isInspecting
    ? await call(getHandover, { params: { id }, query: {} })
    : undefined;
  return {
    order,
    reviews: reviews?.ok ? reviews.value : undefined,
    handover: handover?.ok ? handover.value : undefined,
  };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_19rem] lg:gap-10">
        <div className="grid gap-6">
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-28 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </DashboardSkeleton>
  ),
};

export default function OrderRoute({ loaderData }: Route.ComponentProps) {
  useLivePage();
  const { order, reviews, handover } = loaderData;
  return (
    <>
      <PageHeader title={title} aside={order.ok && <BackLink viewer={order.value.viewer} />} />
      {order.ok ? (
        <OrderView
          order={order.value}
          links={actionLinks(order.value._id)}
          panels={<Panels order={order.value} reviews={reviews} handover={handover} />}
        />
      ) : (
        <OrderError error={order.error} />
      )}
    </>
  );
}

/** A warning about the phone, its comparison, the dispute, the reviews, and the way to sell it again. */
function Panels({
  order,
  handover,
  reviews,
}: {
  order: OrderDetails;
  handover: Handover | undefined;
  reviews: OrderReviews | undefined;
}) {
  const { _id: id, viewer, state, timeline, actions } = order;
  // Admins find disputes that have ended by their orders only while these are disputed.
  const hasDispute =
    timeline.some(({ kind }) => kind === 'order.disputed') &&
    !actions.includes('answer-dispute') &&
    (viewer !== 'admin' || state === 'disputed');
  return (
    <>
      <OrderDeviceNotice order={order} />
      {handover && <DeviceCheckPanel data={handover} />}
      {hasDispute && (
        <Panel title="Dispute" isPrinted={false}>
          <p className="mb-4 text-ink-soft text-sm">
            What each side said, and how it ended, stays readable.
          </p>
          <ButtonLink variant="outline" to={href('/dashboard/orders/:id/dispute', { id })}>
            Read the dispute
          </ButtonLink>
        </Panel>
      )}
      {viewer !== 'admin' && (
        <Panel title="Messages" isPrinted={false}>
          <p className="mb-4 text-ink-soft text-sm">
            Questions about this order? Write to the {viewer === 'buyer' ? 'seller' : 'buyer'} here.
          </p>
          <ButtonLink variant="outline" to={`${href('/dashboard/messages/new')}?order=${id}`}>
            Open the conversation
          </ButtonLink>
        </Panel>
      )}
      {reviews && (
        <OrderReviewsPanel
          reviews={reviews}
          formPath={href('/dashboard/orders/:orderId/review', { orderId: id })}
          replyForm={(reviewId) => <ReplyForm reviewId={reviewId} />}
        />
      )}
      {order.viewer === 'buyer' && order.state === 'completed' && (
        <Panel title="Done with this phone?" isPrinted={false}>
          <p className="mb-4 text-ink-soft text-sm">
            Photo, details and history are taken over. You only choose the price.
          </p>
          <ButtonLink
            variant="tonal"
            to={href('/dashboard/orders/:orderId/sell', { orderId: order._id })}
          >
            Sell this phone
          </ButtonLink>
        </Panel>
      )}
    </>
  );
}

function BackLink({ viewer }: { viewer: 'buyer' | 'seller' | 'admin' }) {
  if (viewer === 'admin') return null;
  const isBuyer = viewer === 'buyer';
  return (
    <ButtonLink
      to={href(isBuyer ? '/dashboard/myorders' : '/dashboard/sales')}
      variant="quiet"
      size="small"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {isBuyer ? 'My Orders' : 'Sales'}
    </ButtonLink>
  );
}

/** The pages of the actions that have their own. */
function actionLinks(id: string) {
  const handover = href('/dashboard/orders/:id/handover', { id });
  const dispute = href('/dashboard/orders/:id/dispute', { id });
  const itsReturn = href('/dashboard/orders/:id/return', { id });
  return {
    'arrange-meeting': handover,
    'hand-over': handover,
    'open-dispute': dispute,
    'answer-dispute': dispute,
    'give-return-address': itsReturn,
    'ship-return': itsReturn,
    'confirm-return': itsReturn,
    review: href('/dashboard/orders/:orderId/review', { orderId: id }),
  };
}
