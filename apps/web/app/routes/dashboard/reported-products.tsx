import { listReportedProducts } from '@redial/contract';
import { Flag } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { reportedProductColumns } from '../../features/moderation/reported-product-columns.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/reported-products.ts';

const title = 'Reported Product';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => call(listReportedProducts, {});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={reportedProductColumns} />
    </DashboardSkeleton>
  ),
};

export default function ReportedProducts({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      result={loaderData}
      empty={
        <EmptyState icon={<Flag />} title="Nothing is reported">
          A phone that somebody reports from its card waits here for your decision.
        </EmptyState>
      }
    >
      {(products) => <Table caption={title} columns={reportedProductColumns} rows={products} />}
    </ListPage>
  );
}
