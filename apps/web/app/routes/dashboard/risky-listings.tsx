import { listRiskyListings } from '@redial/contract';
import { ShieldCheck } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { RiskyListings } from '../../features/moderation/risky-listings.tsx';
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
import type { Route } from './+types/risky-listings.ts';

const title = 'Risky Listings';
const choices = { label: 'State', options: { held: 'Held for review', public: 'Public' } };

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const found = await call(listRiskyListings, {});
  if (!found.ok) return { filter, list: found, above: undefined };
  const value = found.value.listings.filter(
    ({ name, sellerName, held }) =>
      containsText(filter.q, name, sellerName) &&
      (!filter.show || held === (filter.show === 'held')),
  );
  return { filter, list: { ...found, value }, above: found.value.holdAbove };
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

export default function RiskyListingsRoute({
  loaderData: { filter, list, above },
}: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description={
        above === undefined
          ? 'Listings that wait for your decision come first, then those with a high score.'
          : `A new or changed listing with a score above ${above} waits for your decision before buyers see it. These come first, then public listings with a high score.`
      }
      toolbar={<ListFilter name={title} hint="Phone, seller" choice={choices} {...filter} />}
      result={list}
      empty={
        isFiltered(filter) ? (
          <NothingMatches />
        ) : (
          <EmptyState icon={<ShieldCheck />} title="Nothing looks risky">
            Listings with a high risk score appear here, the highest first.
          </EmptyState>
        )
      }
    >
      {(listings) => <RiskyListings listings={listings} />}
    </ListPage>
  );
}
