import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { batched } from '../db/batched.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** The background jobs. */
export const jobNames = [
  'dispatch-outbox',
  'expire-orders',
  'expire-offers',
  'end-suspensions',
  'fire-deadlines',
  'reconcile-payments',
  'advance-payouts',
  'reconcile-provider',
  'cleanup-images',
  'hash-photos',
  'compact-counts',
  'purge-contact-data',
  'create-partitions',
  'send-digests',
  'send-search-alerts',
  'match-models',
  'filter-listings',
  'locate-listings',
  'update-prices',
  'report-prices',
  'assess-listings',
  'lower-prices',
  'seal-chains',
  'verify-chains',
  'check-ledger',
] as const;
export type JobName = (typeof jobNames)[number];

export interface Jobs {
  /** Runs a job soon. Never fails the caller: if it cannot, the schedule runs the job later. */
  trigger(name: JobName): void;
}

/** The cron schedule of each job. */
const schedules: Record<JobName, string> = {
  'dispatch-outbox': '* * * * *',
  'expire-orders': '* * * * *',
  'expire-offers': '* * * * *',
  'end-suspensions': '* * * * *',
  'fire-deadlines': '* * * * *',
  'reconcile-payments': '* * * * *',
  'advance-payouts': '* * * * *',
  'reconcile-provider': '23 * * * *',
  'cleanup-images': '17 * * * *',
  'hash-photos': '27 * * * *',
  'compact-counts': '* * * * *',
  'purge-contact-data': '37 * * * *',
  'create-partitions': '7 * * * *',
  // Early in the morning in America, in the afternoon in Europe.
  'send-digests': '0 13 * * *',
  'send-search-alerts': '* * * * *',
  'match-models': '47 * * * *',
  'filter-listings': '50 * * * *',
  'locate-listings': '48 * * * *',
  'update-prices': '52 * * * *',
  'report-prices': '* * * * *',
  'assess-listings': '*/10 * * * *',
  'lower-prices': '*/10 * * * *',
  'seal-chains': '* * * * *',
  // Daily, or when requested; hourly after an interruption.
  'verify-chains': '41 * * * *',
  'check-ledger': '* * * * *',
};

/** The job that makes backups, if the operator has scheduled them. */
export interface BackupJob {
  /** A cron expression, in UTC. */
  readonly schedule: string;
  run(): Promise<unknown>;
}
/** Its name in the job queue. */
export const backupJobName = 'back-up';
/** Seconds after which a run of a job counts as failed. */
const timeoutSeconds = 300;
const backupTimeoutSeconds = 12 * 3600;
/** Seconds for which a run is stored after its end: the last one of a job shows whether it works. */
const runsStoredSeconds = 3600;
const rareRunsStoredSeconds = 40 * 24 * 3600;
/** How often a start tries to reach a database that has become unavailable, and how long it waits between. */
const startRetries = { count: 60, waitMs: 1000 };

export interface JobQueue extends Jobs {
  /** Aborted by `stop`: long jobs end after what they are doing, and the next run goes on. */
  readonly stopping: AbortSignal;
  /**
   * Starts running the jobs, on schedule and when triggered.
   *
   * @param handlers one per job; errors are reported to `onError`, and the next run tries again.
   * @param backup makes the scheduled backups, if there are any.
   */
  start(
    handlers: Record<JobName, () => Promise<unknown>>,
    backup?: BackupJob | undefined,
  ): Promise<void>;
  /** Asks long jobs to end, and waits for all that run, at most five seconds. */
  stop(): Promise<void>;
}

/** Creates the job queue in the database; with several replicas, one of them executes each run. */
export function createJobQueue(options: {
  connectionString: string;
  /** A transaction-pooling proxy carries no notifications: the queue is then polled every second. */
  pooled?: boolean;
  onError: (error: unknown, what: string) => void;
}): JobQueue {
  const { connectionString, pooled = false, onError } = options;
  const boss = new PgBoss({
    connectionString,
    schema: 'jobs',
    max: 3,
    application_name: 'redial-jobs',
    useListenNotify: !pooled,
    // No job depends on another, and each check would be a commit.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', (error) => onError(error, 'job queue'));
  // Each is a commit: triggers of the same moment share one.
  const triggers = new Map(
    jobNames.map((name) => [name, batched(async () => started && boss.send(name, {}))]),
  );
  let started = false;
  const stopping = new AbortController();
  return {
    stopping: stopping.signal,
    start: async (handlers, backup) => {
      await boss.start();
      /** Repeats a statement while the database restarts: the server is serving by now. */
      const persist = async <T>(execute: () => Promise<T>): Promise<T> => {
        for (let retry = 0; ; retry++) {
          try {
            return await execute();
          } catch (error) {
            if (retry === startRetries.count || !isDatabaseUnavailable(error)) throw error;
            onError(error, 'job queue');
            await sleep(startRetries.waitMs);
          }
        }
      };
      const work = async (name: string, schedule: string, run: () => Promise<unknown>) => {
        // `short`: at most one queued run, however often the job is triggered. A running job does not
        // block the next one in another process: otherwise a killed process would block it for minutes.
        const options = {
          notify: !pooled,
          retryLimit: 0,
          expireInSeconds: name === backupJobName ? backupTimeoutSeconds : timeoutSeconds,
          deleteAfterSeconds: schedule.startsWith('*') ? runsStoredSeconds : rareRunsStoredSeconds,
        };
        await persist(() => boss.createQueue(name, { policy: 'short', ...options }));
        // A queue that an earlier release created has its options.
        await persist(() => boss.updateQueue(name, options));
        await persist(() => boss.schedule(name, schedule));
        await boss.work(name, { pollingIntervalSeconds: pooled ? 1 : 5 }, async () => {
          try {
            await run();
          } catch (error) {
            onError(error, name);
            // The queue records that it failed, for the overview of admins. The error's own text can
            // name people.
            throw new Error(`${name} failed`);
          }
        });
      };
      for (const name of jobNames) await work(name, schedules[name], handlers[name]);
      if (backup) await work(backupJobName, backup.schedule, () => backup.run());
      // Schedules that an earlier release or other settings had; no worker takes their runs.
      const names = [...jobNames, ...(backup ? [backupJobName] : [])];
      const obsolete = (await persist(() => boss.getSchedules())).filter(
        ({ name }) => !names.some((job) => job === name),
      );
      for (const { name } of obsolete) await persist(() => boss.unschedule(name));
      started = true;
    },
    trigger: (name) => {
      if (started)
        triggers
          .get(name)?.()
          .catch((error: unknown) => onError(error, name));
    },
    stop: async () => {
      stopping.abort();
      if (!started) return;
      started = false;
      await boss.stop({ graceful: true, timeout: 5000, close: true });
    },
  };
}
