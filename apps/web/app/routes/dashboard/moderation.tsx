import { getModerationQueue, listModerationDecisions } from '@redial/contract';
import { ShieldCheck } from 'lucide-react';
import { Suspense } from 'react';
import { href, Link, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import {
  DecisionFilters,
  ModerationTabs,
  QueueFilters,
} from '../../features/moderation/moderation-filters.tsx';
import { ModerationQueue } from '../../features/moderation/moderation-queue.tsx';
import { parseModerationFilters } from '../../features/moderation/moderation-view.ts';
import { call } from '../../session/call.ts';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { NothingMatches } from '../../ui/list-filter.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/moderation.ts';

// Another view than the one that opens first.
const DecisionList = lazyPart(
  async () => (await import('../../features/moderation/decision-list.tsx')).DecisionList,
);

const title = 'Moderation';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filters = parseModerationFilters(url.searchParams);
  const { view, kind, reason, decision, state } = filters;
  const waiting = { ...(kind ? { kind } : {}), ...(reason ? { reason } : {}) };
  const decided = { ...(decision ? { kind: decision } : {}), ...(state ? { state } : {}) };
  const [queue, decisions] = await Promise.all([
    call(getModerationQueue, { query: waiting }),
    view === 'queue'
      ? undefined
      : call(listModerationDecisions, { query: { appeals: view === 'appeals', ...decided } }),
  ]);
  return { filters, queue, decisions };
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

const empty = {
  queue: ['Nothing waits', 'What people report, and what is held for review, waits here.'],
  decisions: ['Nothing is decided yet', 'Decisions of all moderators are listed here.'],
  appeals: ['No appeal waits', 'An appeal against a decision waits here for another admin.'],
} as const;

/** What waits for a decision, what was decided, and the appeals. */
export default function Moderation({ loaderData }: Route.ComponentProps) {
  const { filters, queue, decisions } = loaderData;
  const { revalidate, state } = useRevalidator();
  const failed = queue.ok ? (decisions?.ok === false ? decisions.error : undefined) : queue.error;
  const counts = queue.ok
    ? { queue: filters.view === 'queue' ? queue.value.total : 0, appeals: queue.value.openAppeals }
    : {};
  const list = decisions?.ok ? decisions.value : [];
  const isEmpty = decisions ? list.length === 0 : queue.ok && queue.value.items.length === 0;
  const isFiltered = Object.keys(filters).length > 1;
  const [emptyTitle, emptyText] = empty[filters.view];
  return (
    <>
      <PageHeader title={title}>
        Reported phones, people, messages and reviews, and phones that are held for review; those
        with the highest risk score come first. Every decision is in the audit log. All{' '}
        <Link to={href('/dashboard/risky-listings')} className="underline">
          risky listings
        </Link>{' '}
        are listed on a page of their own, and so are the{' '}
        <Link to={href('/dashboard/word-lists')} className="underline">
          words
        </Link>{' '}
        that are looked for.
      </PageHeader>
      <ModerationTabs view={filters.view} counts={counts} />
      {filters.view === 'queue' ? <QueueFilters {...filters} /> : <DecisionFilters {...filters} />}
      {failed ? (
        <ErrorState message={failed.message} pending={state === 'loading'} onRetry={revalidate} />
      ) : isEmpty && isFiltered ? (
        <NothingMatches />
      ) : isEmpty ? (
        <EmptyState icon={<ShieldCheck />} title={emptyTitle}>
          {emptyText}
        </EmptyState>
      ) : decisions ? (
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <DecisionList decisions={list} />
        </Suspense>
      ) : (
        queue.ok && <ModerationQueue items={queue.value.items} />
      )}
    </>
  );
}
