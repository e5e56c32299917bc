import {
  type Deps,
  type JobName,
  type OperationalFigures,
  type RequestObserver,
  readOperationalFigures,
} from '@redial/api';
import { listBackups, openBackup } from '@redial/api/backup';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Milliseconds for which figures of the database are reused, so that scrapes cost little. */
const figuresMaxAgeMs = 15_000;
/** Upper bounds of the latency histogram in seconds. */
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface MetricSources {
  readonly db: Deps['db'];
  readonly log: Deps['log'];
  /** How often the response cache had a response, and had not. */
  readonly cache: { readonly hits: number; readonly misses: number };
  /** The directory of scheduled backups. */
  readonly backupDir: string | undefined;
}

/**
 * Creates the metrics of this process. Those that are read from the database are the same in all
 * processes: `max` over them, not the sum.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'redial_http_requests_total',
    help: 'Requests of clients by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const latency = new Histogram({
    name: 'redial_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, without live streams.',
    labelNames: ['route'] as const,
    buckets: latencyBuckets,
    registers,
  });
  const streams = new Gauge({
    name: 'redial_live_streams',
    help: 'Open live streams.',
    registers,
  });
  const jobRuns = new Counter({
    name: 'redial_job_runs_total',
    help: 'Runs of jobs by outcome.',
    labelNames: ['job', 'outcome'] as const,
    registers,
  });
  const jobSeconds = new Counter({
    name: 'redial_job_duration_seconds_total',
    help: 'Time spent in jobs.',
    labelNames: ['job'] as const,
    registers,
  });
  const jobSuccess = new Gauge({
    name: 'redial_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded in this process; when the process started, until then.',
    labelNames: ['job'] as const,
    registers,
    aggregator: 'max',
  });

  const backupFailure = new Gauge({
    name: 'redial_backup_last_failure_timestamp_seconds',
    help: 'When a scheduled backup last failed in this process; 0 if none did.',
    registers,
    aggregator: 'max',
  });

  const observer: RequestObserver = {
    streams: (change) => streams.inc(change),
    finished: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      if (route !== '/api/events') latency.observe({ route }, seconds);
    },
  };

  /** Measures the runs of a job. A failure is counted and passed on. */
  const measureJob = <T>(job: JobName | 'back-up', run: () => Promise<T>): (() => Promise<T>) => {
    jobSuccess.set({ job }, Date.now() / 1000);
    return async () => {
      const since = performance.now();
      try {
        const result = await run();
        jobRuns.inc({ job, outcome: 'succeeded' });
        jobSuccess.set({ job }, Date.now() / 1000);
        return result;
      } catch (error) {
        jobRuns.inc({ job, outcome: 'failed' });
        if (job === 'back-up') backupFailure.set(Date.now() / 1000);
        throw error;
      } finally {
        jobSeconds.inc({ job }, (performance.now() - since) / 1000);
      }
    };
  };

  return {
    registry,
    observer,
    measureJob,
    watch: (sources: MetricSources) => watch(registry, sources),
  };
}

/** Adds the metrics that are read at each scrape. */
function watch(registry: Registry, { db, log, cache, backupDir }: MetricSources): void {
  const registers = [registry];
  const pool = db.$client;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('redial_database_connections', 'Open connections of the pool.', () => pool.totalCount);
  gauge(
    'redial_database_connections_idle',
    'Connections that wait for work.',
    () => pool.idleCount,
  );
  gauge('redial_database_waiting', 'Requests that wait for a connection.', () => pool.waitingCount);
  gauge(
    'redial_response_cache_hits',
    'Responses from the cache since the start.',
    () => cache.hits,
  );
  gauge('redial_response_cache_misses', 'Responses computed for the cache.', () => cache.misses);
  if (backupDir !== undefined) {
    new Gauge({
      name: 'redial_backup_last_success_timestamp_seconds',
      help: 'The snapshot of the newest complete backup; 0 without one.',
      registers,
      aggregator: 'max',
      async collect() {
        this.set(await readLastBackup(backupDir));
      },
    });
  }
  watchDatabase(registry, createFiguresReader({ db, log }));
}

async function readLastBackup(dir: string): Promise<number> {
  try {
    const newest = (await listBackups(dir)).at(-1);
    return newest ? Date.parse((await openBackup(newest)).manifest.takenAt) / 1000 : 0;
  } catch {
    return 0;
  }
}

/** Reads the figures at most every few seconds; `undefined` while the database does not answer. */
function createFiguresReader({ db, log }: Pick<Deps, 'db' | 'log'>) {
  let readAt = Number.NEGATIVE_INFINITY;
  let figures: Promise<OperationalFigures | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - readAt > figuresMaxAgeMs) {
      readAt = performance.now();
      figures = readOperationalFigures({ db }).catch((err: unknown) => {
        log.error({ err }, 'metrics of the database could not be read');
        return undefined;
      });
    }
    return figures;
  };
}

function watchDatabase(
  registry: Registry,
  read: () => Promise<OperationalFigures | undefined>,
): void {
  type Value = { labels?: Record<string, string>; value: number };
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    values: (figures: OperationalFigures) => Value[],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const figures = await read();
        this.reset();
        // An old value would hide that the database does not answer.
        if (!figures) return this.remove();
        for (const { labels = {}, value } of values(figures)) this.set(labels, value);
      },
    });
  gauge('redial_up', 'Whether the database answers.', [], () => [{ value: 1 }]);
  gauge('redial_outbox_due', 'Messages that are due and not delivered.', [], ({ outbox }) => [
    { value: outbox.due },
  ]);
  gauge(
    'redial_outbox_oldest_due_seconds',
    'How long the oldest of them has been due.',
    [],
    ({ outbox }) => [{ value: outbox.oldestDueSeconds }],
  );
  gauge('redial_outbox_dead_letters', 'Messages that were given up.', [], ({ outbox }) => [
    { value: outbox.deadLetters },
  ]);
  gauge(
    'redial_domain_events_undispatched',
    'Domain events whose messages have not been written.',
    [],
    ({ undispatchedEvents }) => [{ value: undispatchedEvents }],
  );
  gauge(
    'redial_ledger_invariant_holds',
    'Whether an invariant of the ledger holds.',
    ['invariant'],
    ({ invariants }) =>
      invariants.map(({ name, holds }) => ({ labels: { invariant: name }, value: Number(holds) })),
  );
  gauge(
    'redial_ledger_invariant_checked_timestamp_seconds',
    'When it was last checked.',
    ['invariant'],
    ({ invariants }) =>
      invariants.map(({ name, checkedAt }) => ({ labels: { invariant: name }, value: checkedAt })),
  );
  const byState = (rows: OperationalFigures['orders']) =>
    rows.map(({ state, count }) => ({ labels: { state }, value: count }));
  gauge('redial_orders', 'Orders by state.', ['state'], ({ orders }) => byState(orders));
  gauge('redial_payouts', 'Payouts by state.', ['state'], ({ payouts }) => byState(payouts));
  gauge('redial_users', 'Users by role.', ['role'], ({ users }) =>
    users.map(({ role, count }) => ({ labels: { role }, value: count })),
  );
  gauge('redial_listings', 'Phones on offer.', [], ({ listings }) => [{ value: listings }]);
  gauge('redial_reports_open', 'Reports that wait for a decision.', [], ({ openReports }) => [
    { value: openReports },
  ]);
}
