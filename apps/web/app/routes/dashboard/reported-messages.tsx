import { listConversationReports, reportReasonTexts } from '@redial/contract';
import { MessageSquareWarning } from 'lucide-react';
import { conversationReportColumns } from '../../features/chat/conversation-report-columns.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
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
import type { Route } from './+types/reported-messages.ts';

const title = 'Reported Messages';
const choices = { label: 'Reason', options: reportReasonTexts };

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const result = await call(listConversationReports, {});
  if (!result.ok) return { filter, result };
  const value = result.value.filter(
    ({ productName, buyer, seller, reason, category }) =>
      containsText(filter.q, productName, buyer?.name ?? '', seller?.name ?? '', reason) &&
      (!filter.show || category === filter.show),
  );
  return { filter, result: { ...result, value } };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={conversationReportColumns} />
    </DashboardSkeleton>
  ),
};

export default function ReportedMessages({ loaderData: { filter, result } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description="Who opens one of these conversations is recorded. Others cannot be read."
      toolbar={
        <ListFilter name={title} hint="Phone, buyer, seller, text" choice={choices} {...filter} />
      }
      result={result}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<MessageSquareWarning />} title="Nothing is reported">
            A conversation that one of its people reports waits here for your decision.
          </EmptyState>
        )
      }
    >
      {(reports) => <Table caption={title} columns={conversationReportColumns} rows={reports} />}
    </ListPage>
  );
}
