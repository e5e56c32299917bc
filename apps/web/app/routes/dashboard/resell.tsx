import { getResaleDraft } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ResaleForm } from '../../features/devices/resale-form.tsx';
import { call } from '../../session/call.ts';
import { fetchUserRoles, userContext } from '../../session/guards.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/resell.ts';

const title = 'Sell this phone';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ context, params: { orderId } }: Route.ClientLoaderArgs) {
  const [draft, roles] = await Promise.all([
    call(getResaleDraft, { params: { id: orderId } }),
    fetchUserRoles(context.get(userContext)),
  ]);
  return { draft, roles };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

export default function Resell({ loaderData, params: { orderId } }: Route.ComponentProps) {
  const { draft, roles } = loaderData;
  const { revalidate, state } = useRevalidator();
  const isMissing =
    !draft.ok &&
    ['order.not-found', 'order.invalid-status', 'request.invalid'].includes(draft.error.code);
  return (
    <>
      <PageHeader title={title}>
        {draft.ok && !draft.value.listedAs
          ? 'Everything is filled in from when you bought it. Change what is different now.'
          : undefined}
      </PageHeader>
      {draft.ok ? (
        <ResaleForm key={orderId} orderId={orderId} draft={draft.value} isSeller={roles.isSeller} />
      ) : isMissing ? (
        <EmptyState
          icon={<SearchX />}
          title="This phone cannot be listed"
          action={<ButtonLink to={href('/dashboard/myorders')}>My Orders</ButtonLink>}
        >
          {draft.error.message}
        </EmptyState>
      ) : (
        <ErrorState
          message={draft.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </>
  );
}
