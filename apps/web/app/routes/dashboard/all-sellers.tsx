import { listSellers } from '@redial/contract';
import { Store } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { OverdueDisputes } from '../../features/disputes/overdue-disputes.tsx';
import { sellerColumns } from '../../features/users/user-columns.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import {
  containsText,
  isFiltered,
  ListFilter,
  NothingMatches,
  parseListFilter,
} from '../../ui/list-filter.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/all-sellers.ts';

const title = 'All Sellers';
const choices = { label: 'Badge', options: { verified: 'Verified', unverified: 'Not verified' } };

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const result = await call(listSellers, {});
  if (!result.ok) return { filter, result };
  const value = result.value.filter(
    (row) =>
      containsText(filter.q, row.name, row.email) &&
      (!filter.show || row.varified === (filter.show === 'verified')),
  );
  return { filter, result: { ...result, value } };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={sellerColumns} />
    </DashboardSkeleton>
  ),
};

export default function AllSellers({ loaderData: { filter, result } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      toolbar={
        <>
          <OverdueDisputes />
          <ListFilter name={title} hint="Name or email" choice={choices} {...filter} />
        </>
      }
      result={result}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<Store />} title="No sellers yet">
            Everyone who signs up as a seller is listed here.
          </EmptyState>
        )
      }
    >
      {(rows) => <Table caption={title} columns={sellerColumns} rows={rows} />}
    </ListPage>
  );
}
