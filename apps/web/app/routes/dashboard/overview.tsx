import { figurePeriods, getFigures, getOverview } from '@redial/contract';
import { useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { AttentionList } from '../../features/overview/attention-list.tsx';
import { FiguresSection } from '../../features/overview/figures-section.tsx';
import { JobTable } from '../../features/overview/job-table.tsx';
import { OverviewSkeleton } from '../../features/overview/overview-skeleton.tsx';
import { call } from '../../session/call.ts';
import { ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Route } from './+types/overview.ts';

const title = 'Overview';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const period = figurePeriods.find((days) => days === url.searchParams.get('days')) ?? '30';
  const [overview, figures] = await Promise.all([
    call(getOverview, {}),
    call(getFigures, { query: { days: period } }),
  ]);
  return { period, overview, figures };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <OverviewSkeleton />
    </DashboardSkeleton>
  ),
};

/** The home of admins and staff: what needs action now, figures by day, and the health of the jobs. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  const { period, overview, figures } = loaderData;
  const { revalidate, state } = useRevalidator();
  const failed = overview.ok ? (figures.ok ? undefined : figures.error) : overview.error;
  if (failed || !overview.ok || !figures.ok) {
    return (
      <>
        <PageHeader title={title} />
        <ErrorState
          message={failed?.message ?? ''}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      </>
    );
  }
  const { items, jobs, at } = overview.value;
  const now = Date.parse(at);
  return (
    <>
      <PageHeader title={title} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <AttentionList items={items} now={now} />
        <FiguresSection {...figures.value} period={period} />
        {jobs.length > 0 && <JobTable jobs={jobs} now={now} />}
      </div>
    </>
  );
}
