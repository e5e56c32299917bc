import { getPerson } from '@redial/contract';
import { UserX } from 'lucide-react';
import { href, Link, useRevalidator } from 'react-router';
import { auditColumns } from '../../features/audit/audit-columns.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { PersonDecisions } from '../../features/moderation/person-decisions.tsx';
import { PersonActions } from '../../features/people/person-actions.tsx';
import { PersonBadges, PersonFacts } from '../../features/people/person-facts.tsx';
import { PersonSectionView } from '../../features/people/person-section.tsx';
import { call } from '../../session/call.ts';
import { fetchUserRoles, userContext } from '../../session/guards.ts';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import type { Route } from './+types/person.ts';

const title = 'Person';

export const meta: Route.MetaFunction = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ params: { id }, context }: Route.ClientLoaderArgs) {
  const [person, { isAdmin }] = await Promise.all([
    call(getPerson, { params: { id } }),
    fetchUserRoles(context.get(userContext)),
  ]);
  return { person, isAdmin };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-8 w-64" />
      <div className="mt-4 grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
      <Skeleton className="mt-10 h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

/** Everything about a person, and what an admin may do. Who opens it is recorded. */
export default function Person({ loaderData: { person: result, isAdmin } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!result.ok) {
    const { code, message } = result.error;
    const isMissing = code === 'user.not-found' || code === 'request.invalid';
    return (
      <>
        <PageHeader title={title} />
        {isMissing ? (
          <EmptyState icon={<UserX />} title="There is no such person">
            Search by id, e-mail address or name.
          </EmptyState>
        ) : (
          <ErrorState message={message} pending={state === 'loading'} onRetry={revalidate} />
        )}
      </>
    );
  }
  const person = result.value;
  const audit = person.audit ?? [];
  return (
    <>
      <PageHeader title={person.name} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PersonBadges person={person} />
        {isAdmin && (
          <PersonActions person={person}>
            <PersonDecisions person={person} />
          </PersonActions>
        )}
        <PersonFacts person={person} />
      </div>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10">
        {person.sections.map((section) => (
          <PersonSectionView key={section.name} section={section} />
        ))}
        {audit.length > 0 && (
          <section aria-labelledby="audit">
            <h2 id="audit" className="mb-3 text-xl">
              Audit log
            </h2>
            <Table
              caption="Audit log"
              columns={auditColumns}
              rows={audit.map((entry) => ({ ...entry, _id: String(entry._id) }))}
            />
            <p className="mt-2 text-sm">
              <Link
                to={`${href('/dashboard/audit-log')}?q=${person._id}`}
                className="text-accent underline-offset-4 hover:underline"
              >
                All entries
              </Link>
            </p>
          </section>
        )}
      </div>
      <p className="mt-10 max-w-2xl text-ink-soft text-sm">
        Who opens this page is recorded. A lost second factor is reset on the command line, once it
        is certain who asks: npm run admin -- reset-second-factor.
      </p>
    </>
  );
}
