import { getAuditSeal, listAuditEntries } from '@redial/contract';
import { ScrollText } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { auditColumns } from '../../features/audit/audit-columns.tsx';
import { AuditFilters, parseAuditFilters } from '../../features/audit/audit-filters.tsx';
import { AuditSealSection } from '../../features/audit/audit-seal.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/audit-log.ts';

const title = 'Audit Log';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filters = parseAuditFilters(url.searchParams);
  const before = Number(url.searchParams.get('before'));
  const query = { ...filters, ...(Number.isSafeInteger(before) && before > 0 ? { before } : {}) };
  const [page, seal] = await Promise.all([
    call(listAuditEntries, { query }),
    call(getAuditSeal, {}),
  ]);
  return { filters, isFirst: !('before' in query), page, seal };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={auditColumns} />
    </DashboardSkeleton>
  ),
};

/** What admins and the operator did, and events of accounts. */
export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { filters, isFirst, page, seal } = loaderData;
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageHeader title={title}>
        Everything that admins do, what the operator does on the command line, and what happens to
        accounts, such as a new password: who, what, to whom, why and when. Nobody can change or
        delete an entry.
      </PageHeader>
      <AuditFilters filters={filters} />
      {page.ok && seal.ok ? (
        <>
          <Entries {...page.value} filters={filters} isFirst={isFirst} />
          <AuditSealSection seal={seal.value} />
        </>
      ) : (
        <ErrorState
          message={(!page.ok && page.error.message) || (!seal.ok && seal.error.message) || ''}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </>
  );
}

type LoaderData = Route.ComponentProps['loaderData'];
type Page = Extract<LoaderData['page'], { ok: true }>['value'];

function Entries({
  entries,
  hasMore,
  filters,
  isFirst,
}: Page & Pick<LoaderData, 'filters' | 'isFirst'>) {
  const urlOf = (query: Record<string, string>) => {
    const search = new URLSearchParams({ ...filters, ...query }).toString();
    return href('/dashboard/audit-log') + (search && `?${search}`);
  };
  const oldest = entries.at(-1);
  if (!oldest) {
    return Object.keys(filters).length > 0 || !isFirst ? (
      <EmptyState icon={<ScrollText />} title="No entry matches">
        Check the address or id, or choose a longer period.
      </EmptyState>
    ) : (
      <EmptyState icon={<ScrollText />} title="Nothing yet">
        The first action of an admin shows here, such as verifying a seller.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={title}
        columns={auditColumns}
        rows={entries.map((entry) => ({ ...entry, _id: String(entry._id) }))}
      />
      {(hasMore || !isFirst) && (
        <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-3">
          {!isFirst && (
            <ButtonLink variant="outline" to={urlOf({})}>
              Newest entries
            </ButtonLink>
          )}
          {hasMore && (
            <ButtonLink variant="outline" to={urlOf({ before: String(oldest._id) })}>
              Older entries
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
