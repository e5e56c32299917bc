import { listConversationReports } from '@redial/contract';
import { MessageSquareWarning } from 'lucide-react';
import { conversationReportColumns } from '../../features/chat/conversation-report-columns.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/reported-messages.ts';

const title = 'Reported Messages';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => call(listConversationReports, {});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={conversationReportColumns} />
    </DashboardSkeleton>
  ),
};

export default function ReportedMessages({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description="Who opens one of these conversations is recorded. Others cannot be read."
      result={loaderData}
      empty={
        <EmptyState icon={<MessageSquareWarning />} title="Nothing is reported">
          A conversation that one of its people reports waits here for your decision.
        </EmptyState>
      }
    >
      {(reports) => <Table caption={title} columns={conversationReportColumns} rows={reports} />}
    </ListPage>
  );
}
