import { listSellers } from '@redial/contract';
import { Store } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { OverdueDisputes } from '../../features/disputes/overdue-disputes.tsx';
import { sellerColumns } from '../../features/users/user-columns.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/all-sellers.ts';

const title = 'All Sellers';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => call(listSellers, {});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={sellerColumns} />
    </DashboardSkeleton>
  ),
};

export default function AllSellers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      toolbar={<OverdueDisputes />}
      result={loaderData}
      empty={
        <EmptyState icon={<Store />} title="No sellers yet">
          Everyone who signs up as a seller is listed here.
        </EmptyState>
      }
    >
      {(rows) => <Table caption={title} columns={sellerColumns} rows={rows} />}
    </ListPage>
  );
}
