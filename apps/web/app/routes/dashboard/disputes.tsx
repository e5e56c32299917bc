import { listDisputes } from '@redial/contract';
import { Scale } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { disputeColumns } from '../../features/disputes/dispute-columns.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/disputes.ts';

const title = 'Disputes';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => call(listDisputes, {});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={disputeColumns} />
    </DashboardSkeleton>
  ),
};

export default function Disputes({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      result={loaderData}
      empty={
        <EmptyState icon={<Scale />} title="No disputes">
          A problem that a buyer reports appears here.
        </EmptyState>
      }
    >
      {(disputes) => <Table caption={title} columns={disputeColumns} rows={disputes} />}
    </ListPage>
  );
}
