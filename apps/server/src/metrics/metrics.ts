import {
  type BusinessFigures,
  type Deps,
  type JobName,
  type OperationalFigures,
  type RequestObserver,
  readBusinessFigures,
  readJobHealth,
  readOperationalFigures,
} from '@redial/api';
import { backupTime, listBackups } from '@redial/api/backup';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Milliseconds for which figures of the database are reused, so that scrapes cost little. */
const figuresMaxAgeMs = 15_000;
/** The same for counts of whole tables. */
const countsMaxAgeMs = 5 * 60_000;
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
 * processes: `max` over them, not the sum. No label is named `job` or `instance`: Prometheus has labels of
 * these names of its own, and renames those of a target.
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
    labelNames: ['task', 'outcome'] as const,
    registers,
  });
  const jobSeconds = new Counter({
    name: 'redial_job_duration_seconds_total',
    help: 'Time spent in jobs.',
    labelNames: ['task'] as const,
    registers,
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
  const measureJob =
    <T>(task: JobName | 'back-up', run: () => Promise<T>): (() => Promise<T>) =>
    async () => {
      const since = performance.now();
      try {
        const result = await run();
        jobRuns.inc({ task, outcome: 'succeeded' });
        return result;
      } catch (error) {
        jobRuns.inc({ task, outcome: 'failed' });
        if (task === 'back-up') backupFailure.set(Date.now() / 1000);
        throw error;
      } finally {
        jobSeconds.inc({ task }, (performance.now() - since) / 1000);
      }
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
      help: 'When the newest complete backup was begun; 0 without one.',
      registers,
      aggregator: 'max',
      async collect() {
        this.set(await readLastBackup(backupDir));
      },
    });
  }
  const reader = <T>(maxAgeMs: number, read: () => Promise<T>) =>
    createReader({ log, maxAgeMs }, read);
  watchDatabase(registry, {
    isUp: reader(0, () => pool.query('select 1')),
    figures: reader(figuresMaxAgeMs, () => readOperationalFigures({ db })),
    jobs: reader(figuresMaxAgeMs, () => readJobHealth({ db }, new Date())),
    counts: reader(countsMaxAgeMs, () => readBusinessFigures({ db })),
  });
}

async function readLastBackup(dir: string): Promise<number> {
  try {
    const newest = (await listBackups(dir)).at(-1);
    return newest ? backupTime(newest).getTime() / 1000 : 0;
  } catch {
    return 0;
  }
}

/** What is read from the database; `undefined` while it does not answer. */
type Reader<T> = () => Promise<T | undefined>;

/** Reads something at most every few seconds. */
function createReader<T>(
  { log, maxAgeMs }: { log: Deps['log']; maxAgeMs: number },
  read: () => Promise<T>,
): Reader<T> {
  let readAt = Number.NEGATIVE_INFINITY;
  let last: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - readAt > maxAgeMs) {
      readAt = performance.now();
      last = read().catch((err: unknown) => {
        log.error({ err }, 'metrics of the database could not be read');
        readAt = Math.min(readAt, performance.now() - maxAgeMs + figuresMaxAgeMs);
        return undefined;
      });
    }
    return last;
  };
}

interface DatabaseReaders {
  readonly isUp: Reader<unknown>;
  readonly figures: Reader<OperationalFigures>;
  readonly jobs: Reader<Awaited<ReturnType<typeof readJobHealth>>>;
  readonly counts: Reader<BusinessFigures>;
}

/** Adds the metrics that are read from the database. */
function watchDatabase(registry: Registry, { isUp, figures, jobs, counts }: DatabaseReaders): void {
  type Value = { labels?: Record<string, string>; value: number };
  const gauge = <T>(
    name: string,
    help: string,
    read: Reader<T>,
    values: (found: T) => Value[],
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const found = await read();
        this.reset();
        // An old value would hide that the database does not answer.
        if (found === undefined) return this.remove();
        for (const { labels = {}, value } of values(found)) this.set(labels, value);
      },
    });
  const one = (value: number): Value[] => [{ value }];
  gauge('redial_up', 'Whether the database answers.', isUp, () => one(1));
  gauge('redial_outbox_due', 'Messages that are due and not delivered.', figures, ({ outbox }) =>
    one(outbox.due),
  );
  gauge(
    'redial_outbox_oldest_due_seconds',
    'How long the oldest of them has been due.',
    figures,
    ({ outbox }) => one(outbox.oldestDueSeconds),
  );
  gauge(
    'redial_outbox_failing',
    'Messages whose delivery has failed for ten minutes or more and is tried again, by what they deliver.',
    figures,
    ({ outbox }) => outbox.failing.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    ['kind'],
  );
  gauge('redial_outbox_dead_letters', 'Messages that were given up.', figures, ({ outbox }) =>
    one(outbox.deadLetters),
  );
  gauge(
    'redial_domain_events_undispatched',
    'Domain events whose messages have not been written.',
    figures,
    ({ undispatchedEvents }) => one(undispatchedEvents),
  );
  gauge(
    'redial_ledger_invariant_holds',
    'Whether an invariant of the ledger holds.',
    figures,
    ({ invariants }) =>
      invariants.map(({ name, holds }) => ({ labels: { invariant: name }, value: Number(holds) })),
    ['invariant'],
  );
  gauge(
    'redial_ledger_invariant_checked_timestamp_seconds',
    'When it was last checked.',
    figures,
    ({ invariants }) =>
      invariants.map(({ name, checkedAt }) => ({ labels: { invariant: name }, value: checkedAt })),
    ['invariant'],
  );
  for (const problem of ['failed', 'late'] as const) {
    gauge(
      `redial_job_${problem}`,
      problem === 'failed'
        ? 'Whether the last run of a job failed, on whichever machine.'
        : 'Whether a job has not run for three of its periods, and at least a quarter of an hour.',
      jobs,
      (found) => found.map((job) => ({ labels: { task: job.name }, value: Number(job[problem]) })),
      ['task'],
    );
  }
  const byState = (rows: BusinessFigures['orders']) =>
    rows.map(({ state, count }) => ({ labels: { state }, value: count }));
  gauge('redial_orders', 'Orders by state.', counts, ({ orders }) => byState(orders), ['state']);
  gauge('redial_payouts', 'Payouts by state.', counts, ({ payouts }) => byState(payouts), [
    'state',
  ]);
  gauge(
    'redial_users',
    'Users by role.',
    counts,
    ({ users }) => users.map(({ role, count }) => ({ labels: { role }, value: count })),
    ['role'],
  );
  gauge('redial_listings', 'Phones on offer.', counts, ({ listings }) => one(listings));
  gauge('redial_reports_open', 'Reports that wait for a decision.', counts, ({ openReports }) =>
    one(openReports),
  );
}
