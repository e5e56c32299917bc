import { getLedgerStatus, listChargebacks } from '@redial/contract';
import { useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { LedgerPage, LedgerSkeleton } from '../../features/ledger/ledger-page.tsx';
import { call } from '../../session/call.ts';
import { ErrorState } from '../../ui/empty-and-error-state.tsx';
import { parseListFilter } from '../../ui/list-filter.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Route } from './+types/ledger.ts';

const title = 'Ledger';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const [status, chargebacks] = await Promise.all([
    call(getLedgerStatus, {}),
    call(listChargebacks, {}),
  ]);
  return { status, chargebacks, chargebackFilter: parseListFilter(url.searchParams) };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <LedgerSkeleton />
    </DashboardSkeleton>
  ),
};

export default function Ledger({
  loaderData: { status, chargebacks, chargebackFilter },
}: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageHeader title={title}>
        Where every cent is: what buyers paid, what is held, and what sellers are owed.
      </PageHeader>
      {status.ok && chargebacks.ok ? (
        <LedgerPage
          status={status.value}
          chargebacks={chargebacks.value.chargebacks}
          chargebackFilter={chargebackFilter}
        />
      ) : (
        <ErrorState
          message={
            status.ok ? (chargebacks.ok ? '' : chargebacks.error.message) : status.error.message
          }
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </>
  );
}
