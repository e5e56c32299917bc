import {
  type ApiError,
  createPaymentIntent,
  type ErrorsOf,
  getOrder,
  getOrderDetails,
} from '@redial/contract';
import { ArrowLeft, SearchX } from 'lucide-react';
import { href, useRevalidator, useRouteLoaderData } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { HandoverPanel } from '../../features/orders/handover-panel.tsx';
import { ProtectionPanel } from '../../features/orders/protection-panel.tsx';
import { OrderSummary } from '../../features/payments/order-summary.tsx';
import { PayOrder } from '../../features/payments/pay-order.tsx';
import type { loader as rootLoader } from '../../root.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/payment.ts';

const title = 'Payment';

export const meta = () => [{ title: `${title} | Redial` }];

/**
 * Loads the order before the page shows. The payment intent is requested at the same time, and the
 * page awaits it.
 */
export async function clientLoader({ params: { orderId } }: Route.ClientLoaderArgs) {
  const params = { id: orderId };
  const [order, details] = await Promise.all([
    call(getOrder, { params }),
    call(getOrderDetails, { params }),
  ]);
  const intent =
    order.ok && !order.value.isPaid
      ? call(createPaymentIntent, { body: { price: order.value.price, orderId } })
      : undefined;
  return { order, details, intent };
}

const columns = 'grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12';

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <div className={columns}>
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg max-md:row-start-1 max-md:h-44" />
      </div>
    </DashboardSkeleton>
  ),
};

export default function Payment({ loaderData: { order, details, intent } }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  return (
    <>
      <PageHeader
        title={title}
        aside={
          <ButtonLink to={href('/dashboard/myorders')} variant="quiet" size="small">
            <ArrowLeft className="size-4" aria-hidden="true" />
            My Orders
          </ButtonLink>
        }
      />
      {order.ok && root ? (
        <div className={columns}>
          <div className="rounded-lg border border-line bg-surface p-5 sm:p-7">
            <PayOrder
              key={order.value._id}
              order={order.value}
              handover={details.ok ? details.value.handover : 'meet'}
              intent={intent}
              payments={root.settings.payments}
            />
          </div>
          <div className="max-md:row-start-1">
            <OrderSummary order={order.value} />
            {!order.value.isPaid && (
              <div className="mt-5 grid gap-5">
                {details.ok && details.value.actions.includes('choose-handover') && (
                  <HandoverPanel order={details.value} />
                )}
                <ProtectionPanel />
              </div>
            )}
          </div>
        </div>
      ) : (
        !order.ok && <MissingOrder error={order.error} />
      )}
    </>
  );
}

function MissingOrder({
  error: { code, message },
}: {
  error: ApiError<ErrorsOf<typeof getOrder>>;
}) {
  const { revalidate, state } = useRevalidator();
  // A malformed id cannot be an order's.
  if (code !== 'order.not-found' && code !== 'request.invalid') {
    return <ErrorState message={message} pending={state === 'loading'} onRetry={revalidate} />;
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title="There is no such order"
      action={<ButtonLink to={href('/dashboard/myorders')}>My Orders</ButtonLink>}
    >
      It may have been cancelled, or belong to another account.
    </EmptyState>
  );
}
