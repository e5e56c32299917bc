import {
  type DisputeReason,
  disputeReasons,
  getOrderDetails,
  listDisputes,
} from '@redial/contract';
import { SearchX } from 'lucide-react';
import { href, redirect, useNavigate } from 'react-router';
import { OpenDisputeForm } from '../features/disputes/open-dispute-form.tsx';
import { OrderedListing } from '../features/disputes/ordered-listing.tsx';
import { OrderError } from '../features/orders/order-error.tsx';
import { call } from '../session/call.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import type { Route } from './+types/open-dispute.ts';

const title = 'Report a problem';

export const meta = () => [{ title: `${title} | Redial` }];

/** An order has one dispute: if it is open already, its page is shown. */
export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const [disputes, order] = await Promise.all([
    call(listDisputes, {}),
    call(getOrderDetails, { params: { id } }),
  ]);
  const own = disputes.ok && disputes.value.find(({ orderId }) => orderId === id);
  if (own) throw redirect(href('/disputes/:id', { id: own._id }));
  return order;
}

export default function OpenDispute({ loaderData: order, params: { id } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const asked = new URLSearchParams(globalThis.location?.search).get('reason');
  const reason = disputeReasons.find((value): value is DisputeReason => value === asked);
  return (
    <div className="page py-8">
      <PageHeader title={title}>{order.ok ? order.value.listing.name : undefined}</PageHeader>
      {!order.ok ? (
        <OrderError error={order.error} />
      ) : order.value.actions.includes('open-dispute') ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <OpenDisputeForm
            order={order.value}
            initialReason={reason}
            onOpened={(disputeId) => navigate(href('/disputes/:id', { id: disputeId }))}
          />
          <Panel title="As it was ordered">
            <OrderedListing listing={order.value.listing} />
          </Panel>
        </div>
      ) : (
        <EmptyState
          icon={<SearchX />}
          title="No problem can be reported now"
          action={
            <ButtonLink to={href('/dashboard/orders/:orderId', { orderId: id })}>
              Back to the order
            </ButtonLink>
          }
        >
          The order says what comes next.
        </EmptyState>
      )}
    </div>
  );
}
