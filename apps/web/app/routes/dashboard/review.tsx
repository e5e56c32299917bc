import { getOrderReviews, writeReview } from '@redial/contract';
import { href, useNavigate } from 'react-router';
import { OrderError } from '../../features/orders/order-error.tsx';
import { ReviewForm } from '../../features/reviews/review-form.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/review.ts';

const title = 'Your review';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = ({ params: { orderId } }: Route.ClientLoaderArgs) =>
  call(getOrderReviews, { params: { id: orderId } });

export default function ReviewRoute({ loaderData, params: { orderId } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const orderPath = href('/dashboard/orders/:orderId', { orderId });
  if (!loaderData.ok) {
    return (
      <>
        <PageHeader title={title} />
        <OrderError error={loaderData.error} />
      </>
    );
  }
  const { party, own, otherName, closesAt } = loaderData.value;
  return (
    <>
      <PageHeader title={title}>
        You {party === 'buyer' ? 'bought from' : 'sold to'} <bdi>{otherName}</bdi>, who reads your
        review when both are published.
      </PageHeader>
      {closesAt === null ? (
        <EmptyState
          title="This order cannot be reviewed now"
          action={<ButtonLink to={orderPath}>Open the order</ButtonLink>}
        >
          Reviews are written within 14 days after an order is completed or refunded.
        </EmptyState>
      ) : (
        <ReviewForm
          orderId={orderId}
          party={party}
          initial={own}
          onSubmit={async (body) => {
            const result = await call(writeReview, { params: { id: orderId }, body });
            if (!result.ok) return result.error.message;
            toast.success('Thank you for your review');
            await navigate(orderPath);
            return undefined;
          }}
        />
      )}
    </>
  );
}
