import { listReportedProducts } from '@redial/contract';
import { Flag } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { reportedProductColumns } from '../../features/moderation/reported-product-columns.tsx';
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
import type { Route } from './+types/reported-products.ts';

const title = 'Reported Product';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const result = await call(listReportedProducts, {});
  if (!result.ok) return { filter, result };
  const value = result.value.filter((row) =>
    containsText(filter.q, row.name, row.location, row.sellerName, row.sellerEmail),
  );
  return { filter, result: { ...result, value } };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={reportedProductColumns} />
    </DashboardSkeleton>
  ),
};

export default function ReportedProducts({ loaderData: { filter, result } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      toolbar={<ListFilter name={title} hint="Phone, place, seller" {...filter} />}
      result={result}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<Flag />} title="Nothing is reported">
            A phone that somebody reports from its card waits here for your decision.
          </EmptyState>
        )
      }
    >
      {(products) => <Table caption={title} columns={reportedProductColumns} rows={products} />}
    </ListPage>
  );
}
