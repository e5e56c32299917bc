import { listBuyers } from '@redial/contract';
import { Users } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { buyerColumns } from '../../features/users/user-columns.tsx';
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
import type { Route } from './+types/all-buyers.ts';

const title = 'All Buyers';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const result = await call(listBuyers, {});
  if (!result.ok) return { filter, result };
  const value = result.value.filter((row) => containsText(filter.q, row.name, row.email));
  return { filter, result: { ...result, value } };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={buyerColumns} />
    </DashboardSkeleton>
  ),
};

export default function AllBuyers({ loaderData: { filter, result } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      toolbar={<ListFilter name={title} hint="Name or email" {...filter} />}
      result={result}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<Users />} title="No buyers yet">
            Everyone who signs up as a buyer is listed here.
          </EmptyState>
        )
      }
    >
      {(buyers) => <Table caption={title} columns={buyerColumns} rows={buyers} />}
    </ListPage>
  );
}
