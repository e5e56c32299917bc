import { listPossessionProofs } from '@redial/contract';
import { ScanSearch } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { PossessionQueue } from '../../features/moderation/possession-queue.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import {
  containsText,
  isFiltered,
  ListFilter,
  NothingMatches,
  parseListFilter,
} from '../../ui/list-filter.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/possession-proofs.ts';

const title = 'Possession Photos';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const result = await call(listPossessionProofs, {});
  if (!result.ok) return { filter, result };
  const value = result.value.filter(({ productName, sellerName, code }) =>
    containsText(filter.q, productName, sellerName, code),
  );
  return { filter, result: { ...result, value } };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

export default function PossessionProofs({ loaderData: { filter, result } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description="Sellers photograph their phones with a code written by hand. Accept a photo if it shows the phone of the listing and the right code."
      toolbar={<ListFilter name={title} hint="Phone, seller, code" {...filter} />}
      result={result}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<ScanSearch />} title="No photo waits">
            A photo that a seller sends waits here for your decision, the earliest first.
          </EmptyState>
        )
      }
    >
      {(proofs) => <PossessionQueue proofs={proofs} />}
    </ListPage>
  );
}
