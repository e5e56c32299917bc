import { listOwnDecisions, type OwnDecision, type Result } from '@redial/contract';
import { ShieldCheck } from 'lucide-react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { OwnDecisions } from '../../features/moderation/own-decisions.tsx';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/decisions.ts';

const title = 'Decisions';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => call(listOwnDecisions, {});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-60 rounded-lg" />
    </DashboardSkeleton>
  ),
};

/** The decisions of moderators about the viewer. */
export default function Decisions({ loaderData }: Route.ComponentProps) {
  const result: Result<readonly OwnDecision[]> = loaderData.ok
    ? { ...loaderData, value: loaderData.value.decisions }
    : loaderData;
  return (
    <ListPage
      title={title}
      description="What our moderators decided about you, your phones and your reviews. You can appeal once against each decision."
      result={result}
      empty={
        <EmptyState icon={<ShieldCheck />} title="No decisions">
          Nothing of yours was hidden, removed or suspended.
        </EmptyState>
      }
    >
      {(decisions) => <OwnDecisions decisions={decisions} />}
    </ListPage>
  );
}
