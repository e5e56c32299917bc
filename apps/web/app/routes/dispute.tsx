import { decideDispute, getDispute } from '@redial/contract';
import { href } from 'react-router';
import { DisputeView } from '../features/disputes/dispute-view.tsx';
import { ResolutionForm } from '../features/disputes/resolution-form.tsx';
import { OrderError } from '../features/orders/order-error.tsx';
import { call } from '../session/call.ts';
import { useLivePage } from '../session/use-live-page.ts';
import { useMutation } from '../session/use-mutation.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/dispute.ts';

export const meta = () => [{ title: 'Dispute | Redial' }];

export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) =>
  call(getDispute, { params: { id } });

export default function DisputeRoute({ loaderData: result }: Route.ComponentProps) {
  useLivePage();
  const { mutate } = useMutation();
  if (!result.ok) {
    return (
      <div className="page py-8">
        <PageHeader title="Dispute" />
        <OrderError error={result.error} what="dispute" />
      </div>
    );
  }
  const dispute = result.value;
  return (
    <div className="page py-8">
      <PageHeader title="Dispute">{dispute.productName}</PageHeader>
      <DisputeView
        dispute={dispute}
        decision={
          <ResolutionForm
            dispute={dispute}
            withReason
            action="Decide"
            onSubmit={({ kind, refund, reason }) => {
              const body = { kind, reason, ...(refund === undefined ? {} : { refund }) };
              return mutate(
                call(decideDispute, { params: { id: dispute._id }, body }),
                'Your decision is recorded',
              );
            }}
          />
        }
      />
      <p className="mt-8">
        <ButtonLink
          variant="outline"
          to={href('/dashboard/orders/:orderId', { orderId: dispute.orderId })}
        >
          Back to the order
        </ButtonLink>
      </p>
    </div>
  );
}
