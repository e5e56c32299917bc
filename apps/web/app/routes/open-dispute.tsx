import { type DisputeReason, disputeReasons, listDisputes } from '@redial/contract';
import { href, redirect, useNavigate } from 'react-router';
import { OpenDisputeForm } from '../features/disputes/open-dispute-form.tsx';
import { call } from '../session/call.ts';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/open-dispute.ts';

const title = 'Report a problem';

export const meta = () => [{ title: `${title} | Redial` }];

/** An order has one dispute: if it is open already, its page is shown. */
export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const disputes = await call(listDisputes, {});
  const own = disputes.ok && disputes.value.find(({ orderId }) => orderId === id);
  if (own) throw redirect(href('/disputes/:id', { id: own._id }));
  return null;
}

export default function OpenDispute({ params: { id } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const asked = new URLSearchParams(globalThis.location?.search).get('reason');
  const reason = disputeReasons.find((value): value is DisputeReason => value === asked);
  return (
    <div className="page py-8">
      <PageHeader title={title} />
      <OpenDisputeForm
        orderId={id}
        {...(reason ? { initialReason: reason } : {})}
        onOpened={(disputeId) => navigate(href('/disputes/:id', { id: disputeId }))}
      />
    </div>
  );
}
