import { listTeam } from '@redial/contract';
import { CircleUserRound } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { GrantForm } from '../../features/team/grant-form.tsx';
import { teamColumns } from '../../features/team/team-columns.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/team.ts';

const title = 'Team';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => call(listTeam, {});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={teamColumns} />
    </DashboardSkeleton>
  ),
};

/** Who has which role, for admins. */
export default function Team({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description="Moderators decide about reports and held listings, and reach no money. Support reads orders and disputes, and refunds up to a limit. Every change is in the audit log."
      toolbar={<GrantForm />}
      result={loaderData}
      empty={
        <EmptyState icon={<CircleUserRound />} title="Nobody has a role">
          The command line grants the first admin.
        </EmptyState>
      }
    >
      {(members) => <Table caption={title} columns={teamColumns} rows={members} />}
    </ListPage>
  );
}
