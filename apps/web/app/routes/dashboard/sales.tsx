import { listSales, salesPerPage } from '@redial/contract';
import { HandCoins } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { saleColumns } from '../../features/orders/sale-columns.tsx';
import { call } from '../../session/call.ts';
import { useLivePage } from '../../session/use-live-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/sales.ts';

const title = 'Sales';

export const meta = () => [{ title: `${title} | Redial` }];

/** The page number in the URL; the first for anything else. */
const pageOf = (url: URL): number => {
  const page = Number(url.searchParams.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1;
};

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const page = pageOf(url);
  return { page, list: await call(listSales, { query: { page } }) };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={saleColumns} rows={4} />
    </DashboardSkeleton>
  ),
};

export default function Sales({ loaderData }: Route.ComponentProps) {
  useLivePage();
  const { page, list } = loaderData;
  const { revalidate, state } = useRevalidator();
  if (!list.ok) {
    return (
      <>
        <PageHeader title={title} />
        <ErrorState
          message={list.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      </>
    );
  }
  const { sales, total, needingAction } = list.value;
  return (
    <>
      <PageHeader title={title} count={total}>
        {needingAction > 0 &&
          `${needingAction === 1 ? 'One sale needs' : `${needingAction} sales need`} you.`}
      </PageHeader>
      {sales.length > 0 ? (
        <Table caption={title} columns={saleColumns} rows={sales} />
      ) : (
        <EmptyState
          icon={<HandCoins />}
          title={total > 0 ? 'There are no more sales' : 'No sales yet'}
          action={
            <ButtonLink to={href(total > 0 ? '/dashboard/sales' : '/dashboard/addproduct')}>
              {total > 0 ? 'Newest sales' : 'Add Products'}
            </ButtonLink>
          }
        >
          A phone of yours that somebody orders shows here.
        </EmptyState>
      )}
      <Pages page={page} last={Math.ceil(total / salesPerPage)} />
    </>
  );
}

function Pages({ page, last }: { page: number; last: number }) {
  if (last <= 1) return null;
  const to = (number: number) => `${href('/dashboard/sales')}?page=${number}`;
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-center gap-4 text-sm">
      {page > 1 && (
        <ButtonLink to={to(page - 1)} variant="outline" size="small">
          Newer
        </ButtonLink>
      )}
      <span className="text-ink-soft">
        Page {page} of {last}
      </span>
      {page < last && (
        <ButtonLink to={to(page + 1)} variant="outline" size="small">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
