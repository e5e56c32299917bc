import { listRiskyListings } from '@redial/contract';
import { ShieldCheck } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { RiskyListings } from '../../features/moderation/risky-listings.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/risky-listings.ts';

const title = 'Risky Listings';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader() {
  const found = await call(listRiskyListings, {});
  return found.ok
    ? { list: { ...found, value: found.value.listings }, above: found.value.holdAbove }
    : { list: found, above: undefined };
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

export default function RiskyListingsRoute({ loaderData: { list, above } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description={
        above === undefined
          ? 'Listings that wait for your decision come first, then those with a high score.'
          : `A new or changed listing with a score above ${above} waits for your decision before buyers see it. These come first, then public listings with a high score.`
      }
      result={list}
      empty={
        <EmptyState icon={<ShieldCheck />} title="Nothing looks risky">
          Listings with a high risk score appear here, the highest first.
        </EmptyState>
      }
    >
      {(listings) => <RiskyListings listings={listings} />}
    </ListPage>
  );
}
