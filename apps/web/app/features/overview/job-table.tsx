import type { JobHealth } from '@redial/contract';
import { Badge } from '../../ui/badge.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { type Column, Table } from '../../ui/table.tsx';

/** How the jobs last ran; those that failed or are late first. */
export function JobTable({ jobs, now }: { jobs: readonly JobHealth[]; now: number }) {
  const sorted = jobs.toSorted(
    (a, b) =>
      Number(b.failed || b.late) - Number(a.failed || a.late) || a.name.localeCompare(b.name),
  );
  const hasBackup = jobs.some(({ name }) => name === 'back-up');
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs" className="mb-1 scroll-mt-24 text-xl">
        Jobs
      </h2>
      <p className="mb-4 max-w-2xl text-ink-soft text-sm">
        The last run of each job, on any server. The next run tries again by itself; errors are in
        the server’s log under the name of the job.
        {!hasBackup && ' No backups are scheduled (BACKUP_SCHEDULE).'}
      </p>
      <details open={jobs.some(({ failed, late }) => failed || late)}>
        <summary className="mb-2 inline-flex min-h-8 cursor-pointer items-center font-semibold text-accent text-sm">
          All {jobs.length} jobs
        </summary>
        <Table
          caption="Jobs"
          columns={columnsAt(now)}
          rows={sorted.map((job) => ({ ...job, _id: job.name }))}
        />
      </details>
    </section>
  );
}

const columnsAt = (now: number): readonly Column<JobHealth & { _id: string }>[] => [
  { label: 'Job', kind: 'heading', cell: ({ name }) => name },
  {
    label: 'Last run',
    cell: ({ lastRunAt }) =>
      lastRunAt === null ? (
        'Not yet'
      ) : (
        <time dateTime={lastRunAt}>{relativeTime(lastRunAt, now)}</time>
      ),
  },
  {
    label: 'State',
    cell: ({ lastRunAt, failed, late }) => (
      <span className="inline-flex flex-wrap gap-2">
        {failed && <Badge tone="bad">Failed</Badge>}
        {late && <Badge tone="bad">Late</Badge>}
        {!failed && !late && (
          <Badge tone={lastRunAt ? 'good' : 'neutral'}>{lastRunAt ? 'Works' : 'Waits'}</Badge>
        )}
      </span>
    ),
  },
];
