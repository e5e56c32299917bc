import { type DisputeSummary, listDisputes } from '@redial/contract';
import { Scale } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { disputeColumns } from '../../features/disputes/dispute-columns.tsx';
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
import type { Route } from './+types/disputes.ts';

const title = 'Disputes';
const choices = {
  label: 'Due',
  options: {
    admin: 'For an admin to decide',
    overdue: 'Overdue',
    parties: 'With buyer and seller',
  },
};

/** Whether a dispute is among those that were chosen. */
function matchesChoice({ overdue, dueFor }: DisputeSummary, show: string): boolean {
  if (show === 'overdue') return overdue;
  const isForAdmin = overdue || dueFor === 'admin';
  return show === 'admin' ? isForAdmin : show !== 'parties' || !isForAdmin;
}

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const result = await call(listDisputes, {});
  if (!result.ok) return { filter, result };
  const value = result.value.filter(
    (row) =>
      containsText(filter.q, row.productName, row.buyerName, row.sellerName) &&
      matchesChoice(row, filter.show),
  );
  return { filter, result: { ...result, value } };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={disputeColumns} />
    </DashboardSkeleton>
  ),
};

export default function Disputes({ loaderData: { filter, result } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      toolbar={<ListFilter name={title} hint="Phone, buyer, seller" choice={choices} {...filter} />}
      result={result}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<Scale />} title="No disputes">
            A problem that a buyer reports appears here.
          </EmptyState>
        )
      }
    >
      {(disputes) => <Table caption={title} columns={disputeColumns} rows={disputes} />}
    </ListPage>
  );
}
