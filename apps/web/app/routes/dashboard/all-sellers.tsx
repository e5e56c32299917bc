import { listDisputes, listSellers } from '@redial/contract';
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

/** The home of admins shows disputes that are overdue, too; without them it works all the same. */
export async function clientLoader() {
  const [sellers, disputes] = await Promise.all([call(listSellers, {}), call(listDisputes, {})]);
  return { sellers, disputes: disputes.ok ? disputes.value : [] };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={sellerColumns} />
    </DashboardSkeleton>
  ),
};

export default function AllSellers({ loaderData: { sellers, disputes } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      toolbar={<OverdueDisputes disputes={disputes} />}
      result={sellers}
      empty={
        <EmptyState icon={<Store />} title="No sellers yet">
          Whoever signs up as a seller is listed here.
        </EmptyState>
      }
    >
      {(rows) => <Table caption={title} columns={sellerColumns} rows={rows} />}
    </ListPage>
  );
}
