import { listBuyers } from '@redial/contract';
import { Users } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { buyerColumns } from '../../features/users/user-columns.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/all-buyers.ts';

const title = 'All Buyers';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => call(listBuyers, {});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={buyerColumns} />
    </DashboardSkeleton>
  ),
};

export default function AllBuyers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      result={loaderData}
      empty={
        <EmptyState icon={<Users />} title="No buyers yet">
          Everyone who signs up as a buyer is listed here.
        </EmptyState>
      }
    >
      {(buyers) => <Table caption={title} columns={buyerColumns} rows={buyers} />}
    </ListPage>
  );
}
