import { findAnything, findLimits } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { redirect, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { HitList } from '../../features/people/hit-list.tsx';
import { hitPath } from '../../features/people/hit-texts.ts';
import { call } from '../../session/call.ts';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/find.ts';

const title = 'Find';

export const meta = () => [{ title: `${title} | Redial` }];

/** Searches; what an id names alone is opened at once. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, findLimits.maxLength);
  if (q.length < findLimits.minLength) return { q, found: undefined };
  const found = await call(findAnything, { query: { q } });
  const [only] = found.ok && found.value.exact ? found.value.hits : [];
  if (only && found.ok && found.value.hits.length === 1) throw redirect(hitPath(only));
  return { q, found };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

/** What the search of admins and staff has found. */
export default function Find({ loaderData: { q, found } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageHeader title={title}>
        {q ? `What matches “${q}”` : 'The field is in the menu'}
      </PageHeader>
      {found && !found.ok ? (
        <ErrorState
          message={found.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      ) : found && found.value.hits.length > 0 ? (
        <HitList hits={found.value.hits} />
      ) : (
        <EmptyState
          icon={<SearchX />}
          title={found ? 'Nothing matches' : 'What are you looking for?'}
        >
          Type an id or at least its first eight characters, an id of the card provider, a whole
          e-mail address, an IMEI, or a part of a name.
        </EmptyState>
      )}
    </>
  );
}
