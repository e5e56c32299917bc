import { listOffers } from '@redial/contract';
import { Tag } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { OfferCard } from '../../features/offers/offer-card.tsx';
import { toNegotiations } from '../../features/offers/offer-texts.ts';
import { call } from '../../session/call.ts';
import { markLiveUpdates, useLiveUpdates } from '../../session/live-events.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/offers.ts';

const title = 'Offers';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader() {
  const since = markLiveUpdates();
  const list = await call(listOffers, {});
  return { since, result: list.ok ? { ...list, value: toNegotiations(list.value) } : list };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid gap-4">
        <Skeleton className="h-44 rounded-lg" />
        <Skeleton className="h-44 rounded-lg" />
      </div>
    </DashboardSkeleton>
  ),
};

export default function Offers({ loaderData: { since, result } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useLiveUpdates(({ type }) => {
    // What becomes of the orders of accepted offers is notified.
    if (type !== 'conversations.changed') void revalidate();
  }, since);
  return (
    <ListPage
      title={title}
      description="Each offer is open for 48 hours. An accepted one reserves the phone for its buyer, who pays next."
      result={result}
      empty={
        <EmptyState
          icon={<Tag />}
          title="No offers yet"
          action={<ButtonLink to={href('/')}>Explore phones</ButtonLink>}
        >
          Offer a seller your price on the page of a phone. What buyers offer you shows here too.
        </EmptyState>
      }
    >
      {(negotiations) => (
        <ul className="grid grid-cols-1 gap-4">
          {negotiations.map(({ offer, before }) => (
            <li key={offer._id}>
              <OfferCard offer={offer} before={before} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}
