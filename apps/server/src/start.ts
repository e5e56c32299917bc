import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  buildApp,
  buildClientConfig,
  createClusterStore,
  createJobQueue,
  createMemoryStore,
  createPollingSignals,
  createPostgresSignals,
  createRedisSignals,
  createRedisStore,
  createResponseCache,
  createRevisionReader,
  type Deps,
  importShippedModels,
  importShippedPlaces,
  type JobName,
  jobHandlers,
  type LiveSignals,
  type RateLimitStore,
  type RevisionReader,
  serializeError,
  shareAssets,
} from '@redial/api';
import {
  type EmbeddedPostgres,
  openDatabase,
  openJobDatabase,
  openReadReplicas,
  startEmbeddedPostgres,
} from '@redial/api/db';
import { isMarketplaceEmpty, loadDemoData } from '@redial/api/demo';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { dropRoot } from './drop-root.ts';
import { explainListenError, requireFreePort } from './free-port.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openMetrics } from './metrics/serve-metrics.ts';
import { canonicalPageUrl } from './page-url.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openCardPayments } from './providers/card-payments.ts';
import { openAccountAdministration, openIdentity } from './providers/identity.ts';
import { openImages } from './providers/images.ts';
import { openMailer } from './providers/mailer.ts';
import { openPush } from './providers/push.ts';
import { openTracing } from './providers/tracing.ts';
import { refuseDemoData } from './refuse-demo-data.ts';
import { makeScheduledBackup, requireBackupDir } from './scheduled-backup.ts';
import { renderPage, type WebSource } from './web.ts';

export interface RunConfig extends Config {
  /** Whether a process that root has started stays root, as development needs: Vite writes its caches. */
  readonly keepRoot: boolean;
}

export interface Redial {
  /**
   * Resolves once it serves requests. Rejects if it cannot start, after stopping what was started.
   */
  readonly ready: Promise<void>;
  /**
   * Finishes requests in progress and stops everything, the embedded database last. Can be called
   * during the start.
   */
  stop(): Promise<void>;
}

/** How long open requests may take during shutdown, in milliseconds, such as slow downloads. */
const requestGraceMs = 5000;

/**
 * Behind a transaction pooler, and without an address past it, responses are not cached: its connections
 * survive a failover of the database, and the new primary may assign a revision a second time.
 */
const noRevision: RevisionReader = {
  read: async () => undefined,
  last: undefined,
  hasChanged: () => true,
  close: async () => undefined,
};

type LogLine = (line: string) => void;
type Disposers = (() => Promise<unknown>)[];

/** What a stop does, as far as the start has come. */
interface Shutdown {
  /** Until it resolves, requests are still served. */
  drain(): Promise<unknown>;
  /** Called afterwards, the last one first. */
  readonly disposers: Disposers;
}

/**
 * Starts Redial: database, migrations, providers, demo data, jobs, API and web app.
 *
 * @param web the source of the pages: the built bundle, or Vite.
 * @param onProgress receives progress messages for the operator.
 */
export function start(config: RunConfig, web: WebSource, onProgress: LogLine): Redial {
  const shutdown: Shutdown = { drain: async () => undefined, disposers: [] };
  const stopped = new AbortController();
  const stop = async () => {
    stopped.abort();
    await shutdown.drain();
    for (const one of shutdown.disposers.splice(0).reverse()) await one();
  };
  const ready = startParts(config, web, onProgress, shutdown, stopped.signal).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return { ready, stop };
}

async function startParts(
  config: RunConfig,
  web: WebSource,
  onProgress: LogLine,
  shutdown: Shutdown,
  signal: AbortSignal,
): Promise<void> {
  const { disposers } = shutdown;
  const tracing = await openTracing(config, (err) =>
    log.warn({ err }, 'traces could not be delivered'),
  );
  if (tracing) disposers.push(() => tracing.stop());
  const log = pino({
    level: config.production ? 'info' : 'warn',
    serializers: { err: serializeError },
    ...(tracing ? { mixin: tracing.logFields } : {}),
  });
  const onError = (err: unknown, what: string) => log.error({ err }, what);
  const clock = { now: () => new Date() };
  const { publicUrl, dataDir } = config;

  const database = config.database
    ? undefined
    : await startDatabase(dataDir, onProgress, disposers);
  const urls = config.database ?? database ?? { url: '', ownerUrl: '' };
  const { directUrl, replicaUrls = [] } = config.database ?? {};
  if (!config.keepRoot) await dropRoot(config, database?.location, onProgress);
  await requireBackupDir(config);
  // Workers share the port of the primary process.
  if (cluster.isPrimary) await requireFreePort(config);
  const { pooled } = await prepareDatabase(config, urls);
  /** For what needs a session: notifications, and to notice a failover. */
  const sessionUrl = directUrl ?? (pooled ? undefined : urls.url);
  const connectionString = sessionUrl ?? urls.url;
  const poolOptions = { pooled, max: config.databasePoolSize, tracing };
  const db = openDatabase(urls.url, {
    ...poolOptions,
    pipelined: true,
    onError: (error) => onError(error, 'a database connection was lost'),
  });
  disposers.push(() => db.$client.end());
  const jobDb = openJobDatabase(connectionString, {
    pooled: !sessionUrl,
    tracing,
    onError: (error) => onError(error, 'a database connection of the jobs was lost'),
  });
  disposers.push(() => jobDb.$client.end());
  const replicas =
    replicaUrls.length > 0
      ? openReadReplicas(db, {
          ...poolOptions,
          urls: replicaUrls,
          onChange: (standby, err) =>
            err
              ? log.warn({ err, standby }, 'a standby is not read any more')
              : log.warn({ standby }, 'a standby is read again'),
        })
      : undefined;
  if (replicas) disposers.push(() => replicas.close());
  if (config.production) await refuseDemoData(db);

  // One server at a time: the others wait longer than a request may.
  await importShippedModels(jobDb);
  await importShippedPlaces(jobDb);
  if (web.assetsDir) await shareAssets({ db: jobDb, clock }, web.assetsDir);
  const rateLimitStore = await openRateLimitStore(config, log);
  disposers.push(async () => rateLimitStore.close());
  const jobs = createJobQueue({ connectionString, pooled: !sessionUrl, onError });
  const { cardPayments, payouts, sandboxCards } = await openCardPayments(
    config,
    { db, clock, log },
    onProgress,
  );
  const { identity, routes, demoAccounts } = await openIdentity(
    config,
    { db, jobs, clock, log, rateLimitStore },
    onProgress,
  );
  const revisions = sessionUrl
    ? createRevisionReader({
        connectionString: sessionUrl,
        onLost: () => responseCache.clear(),
        onError,
      })
    : noRevision;
  const responseCache = createResponseCache({
    revisions,
    clock,
    allowedOrigins: config.webOrigins,
  });
  disposers.push(() => revisions.close());
  const deps: Deps = {
    db,
    replicas,
    revisions,
    log,
    clock,
    jobs,
    settings: config,
    identity,
    accounts: openAccountAdministration(config, db),
    cardPayments,
    payouts,
    ...(await openImages(config, log)),
    mailer: await openMailer(config, log, onProgress),
    push: openPush(config),
    tracing,
  };
  if (config.demo && (await isMarketplaceEmpty(db))) {
    await loadDemoData({
      db,
      clock,
      trade: deps.settings.trade,
      imeiSecret: deps.settings.imeiSecret,
      publicUrl: deps.settings.publicUrl,
      imageStore: deps.imageStore,
      accounts: demoAccounts,
      onProgress: onProgress,
      signal,
    });
  }

  const metrics = config.metrics && createMetrics();
  let stopping = false;
  const app: FastifyInstance = await buildApp(deps, {
    responseCache,
    rateLimitStore,
    liveSignals: await openLiveSignals(config, {
      databases: [db, jobDb],
      log,
      sessionUrl,
      onError,
    }),
    observer: metrics?.observer,
    isStopping: () => stopping,
    providerRoutes: [
      ...(routes ? [routes] : []),
      ...(sandboxCards ? [sandboxCards.routes] : []),
      web.files,
    ],
    pageCacheKey: (url) => canonicalPageUrl(url, web.hasPage),
    renderPage: (request, reply) =>
      renderPage({ web, app, publicUrl, settings: buildClientConfig(deps) }, request, reply),
  });
  disposers.push(() => closeApp(app));
  if (metrics && config.metrics) {
    const backupDir = config.backup.scheduled?.dir;
    metrics.watch({ db, log, cache: responseCache.counts, backupDir });
    const served = await openMetrics(config.metrics, metrics.registry);
    disposers.push(() => served.stop());
  }
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw explainListenError(error, config);
  });
  shutdown.drain = () => {
    stopping = true;
    return sleep(config.drainMs);
  };
  const backupJob = config.backup.scheduled && {
    schedule: config.backup.scheduled.schedule,
    run: () => makeScheduledBackup(config, { ...deps, connectionString }),
  };
  const observe = <T>(name: JobName | 'back-up', run: () => Promise<T>): (() => Promise<T>) => {
    const traced = tracing ? () => tracing.inSpan({ name: `job ${name}` }, run) : run;
    return metrics ? metrics.measureJob(name, traced) : traced;
  };
  await jobs.start(
    observeAll(observe, jobHandlers({ ...deps, db: jobDb }, jobs.stopping)),
    backupJob && { ...backupJob, run: observe('back-up', backupJob.run) },
  );
  disposers.push(() => jobs.stop());
  // A new version of the model catalogue may know the models of old listings.
  jobs.trigger('match-models');
  jobs.trigger('filter-listings');
  jobs.trigger('update-prices');
  // The ledger's invariants and the seals are up to date from the first minute.
  jobs.trigger('check-ledger');
  jobs.trigger('seal-chains');
  if (sandboxCards) {
    sandboxCards.start();
    disposers.push(() => sandboxCards.stop());
  }
}

/** Measures and traces every job, where that is on. */
function observeAll(
  observe: (name: JobName, run: () => Promise<number>) => () => Promise<number>,
  handlers: ReturnType<typeof jobHandlers>,
): ReturnType<typeof jobHandlers> {
  const observed = Object.entries(handlers).map(([name, run]) => [
    name,
    observe(name as JobName, run),
  ]);
  return Object.fromEntries(observed) as ReturnType<typeof jobHandlers>;
}

/** In Redis, if configured; else in the primary process of a cluster, else in this process. */
async function openRateLimitStore(
  { redis }: Config,
  log: FastifyBaseLogger,
): Promise<RateLimitStore> {
  if (redis) return createRedisStore(redis, log);
  return cluster.isWorker ? createClusterStore() : createMemoryStore();
}

/** Through Redis, if configured; else by NOTIFY, which needs a connection without a pooler. */
async function openLiveSignals(
  { liveRedis }: Config,
  about: {
    databases: readonly Deps['db'][];
    log: FastifyBaseLogger;
    sessionUrl: string | undefined;
    onError: (error: unknown, message: string) => void;
  },
): Promise<LiveSignals> {
  const { databases, log, sessionUrl, onError } = about;
  if (liveRedis) {
    const onChange = (err: unknown) =>
      err === undefined
        ? log.warn('Redis is available again: live updates are signalled')
        : log.warn({ err }, 'Redis is unavailable: live updates take up to two seconds');
    return createRedisSignals({ address: liveRedis, databases, onChange });
  }
  return sessionUrl
    ? createPostgresSignals({ connectionString: sessionUrl, onError })
    : createPollingSignals();
}

/** Waits for open requests to complete, but not longer than the grace period. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), requestGraceMs);
  await app.close();
  clearTimeout(timer);
}

async function startDatabase(
  dataDir: string,
  onProgress: LogLine,
  disposers: Disposers,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: onProgress });
  disposers.push(() => server.stop());
  return server;
}
