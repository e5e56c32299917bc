import { listTeam } from '@redial/contract';
import { CircleUserRound } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { GrantForm } from '../../features/team/grant-form.tsx';
import { roleLabels } from '../../features/team/role-labels.ts';
import { teamColumns } from '../../features/team/team-columns.tsx';
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
import type { Route } from './+types/team.ts';

const title = 'Team';
const choices = { label: 'Role', options: roleLabels };

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const result = await call(listTeam, {});
  if (!result.ok) return { filter, result };
  const value = result.value.filter(
    ({ name, email, role }) =>
      containsText(filter.q, name, email) && (!filter.show || role === filter.show),
  );
  return { filter, result: { ...result, value } };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={teamColumns} />
    </DashboardSkeleton>
  ),
};

/** Who has which role, for admins. */
export default function Team({ loaderData: { filter, result } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description="Moderators decide about reports and held listings, and reach no money. Support reads orders and disputes, and refunds up to a limit. Every change is in the audit log."
      toolbar={
        <>
          <GrantForm />
          <ListFilter name={title} hint="Name or email" choice={choices} {...filter} />
        </>
      }
      result={result}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<CircleUserRound />} title="Nobody has a role">
            The command line grants the first admin.
          </EmptyState>
        )
      }
    >
      {(members) => <Table caption={title} columns={teamColumns} rows={members} />}
    </ListPage>
  );
}
