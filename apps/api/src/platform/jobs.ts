import { PgBoss } from 'pg-boss';

/** The work that Redial does in the background. */
export const jobNames = [
  'dispatch-outbox',
  'expire-orders',
  'reconcile-payments',
  'cleanup-images',
  'compact-counts',
  'purge-contact-data',
] as const;
export type JobName = (typeof jobNames)[number];

export interface Jobs {
  /** Has a job run soon. Never fails the request that asks: the schedule makes good for it. */
  trigger(name: JobName): void;
}

/** When each job runs by itself; `wake` is for sooner. */
const schedules: Record<JobName, string> = {
  'dispatch-outbox': '* * * * *',
  'expire-orders': '* * * * *',
  'reconcile-payments': '* * * * *',
  'cleanup-images': '17 * * * *',
  'compact-counts': '* * * * *',
  'purge-contact-data': '37 * * * *',
};

export interface JobQueue extends Jobs {
  /**
   * Begins to work, on its schedule and when woken.
   *
   * @param handlers one for each job; what it throws is told, and the next run tries again.
   */
  start(handlers: Record<JobName, () => Promise<unknown>>): Promise<void>;
  /** Lets what runs finish (at most five seconds). */
  stop(): Promise<void>;
}

/** The background work, on the database's own queue: with many replicas each run is done by one. */
export function createJobQueue(options: {
  connectionString: string;
  /** Sessions are a proxy's, which brings no notifications: the queue is then looked at every second. */
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
    // No job waits for another, and each look would be a commit.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', (error) => onError(error, 'job queue'));
  let started = false;
  return {
    start: async (handlers) => {
      await boss.start();
      for (const name of jobNames) {
        // `short`: at most one waiting, however often it is woken. That one runs already holds it up
        // only in its own process: the run of a killed process would hold it up for minutes.
        await boss.createQueue(name, {
          policy: 'short',
          notify: !pooled,
          retryLimit: 0,
          expireInSeconds: 300,
          deleteAfterSeconds: 3600,
        });
        await boss.schedule(name, schedules[name]);
        await boss.work(name, { pollingIntervalSeconds: pooled ? 1 : 5 }, async () => {
          try {
            await handlers[name]();
          } catch (error) {
            onError(error, name);
          }
        });
      }
      started = true;
    },
    trigger: (name) => {
      if (started) boss.send(name, {}).catch((error: unknown) => onError(error, name));
    },
    stop: async () => {
      if (!started) return;
      started = false;
      await boss.stop({ graceful: true, timeout: 5000, close: true });
    },
  };
}
