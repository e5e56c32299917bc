import { getReceipt } from '@redial/contract';
import { ArrowLeft, Printer, SearchX } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ReceiptDocument } from '../../features/payments/receipt-document.tsx';
import { call } from '../../session/call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/receipt.ts';

const title = 'Receipt';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = ({ params: { orderId } }: Route.ClientLoaderArgs) =>
  call(getReceipt, { params: { id: orderId } });

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 max-w-2xl rounded-lg" />
    </DashboardSkeleton>
  ),
};

/** The printable receipt of a paid order. */
export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const toOrders = (
    <ButtonLink to={href('/dashboard/myorders')} variant="quiet" size="small">
      <ArrowLeft className="size-4" aria-hidden="true" />
      My Orders
    </ButtonLink>
  );
  if (receipt.ok) {
    return (
      <>
        <PageHeader
          title={title}
          aside={
            <span className="flex gap-2">
              {toOrders}
              <Button variant="outline" size="small" onClick={() => print()}>
                <Printer className="size-4" aria-hidden="true" />
                Print
              </Button>
            </span>
          }
        />
        <ReceiptDocument receipt={receipt.value} />
      </>
    );
  }
  const { code, message } = receipt.error;
  const isMissing = code === 'order.not-found' || code === 'request.invalid';
  return (
    <>
      <PageHeader title={title} aside={toOrders} />
      {isMissing || code === 'order.not-paid' ? (
        <EmptyState
          icon={<SearchX />}
          title={isMissing ? 'There is no such order' : message}
          action={<ButtonLink to={href('/dashboard/myorders')}>My Orders</ButtonLink>}
        >
          {isMissing
            ? 'It may have been cancelled, or belong to another account.'
            : 'The receipt is here as soon as the order is paid.'}
        </EmptyState>
      ) : (
        <ErrorState message={message} pending={state === 'loading'} onRetry={revalidate} />
      )}
    </>
  );
}
