import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  buildApp,
  buildClientConfig,
  clusterStore,
  createJobQueue,
  createResponseCache,
  createRevisionReader,
  type Deps,
  jobHandlers,
  memoryStore,
  redisStore,
  serializeError,
} from '@redial/api';
import { openDatabase, startEmbeddedPostgres } from '@redial/api/db';
import { isMarketplaceEmpty, seedDemo } from '@redial/api/seed';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { requireFreePort } from './free-port.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openCardPayments } from './providers/card-payments.ts';
import { openIdentity } from './providers/identity.ts';
import { openImages } from './providers/images.ts';
import { openMailer } from './providers/mailer.ts';
import { renderPage, type WebSource } from './web.ts';

export interface Redial {
  /** Settles once it serves, or cannot (then with what was begun stopped again). */
  readonly ready: Promise<void>;
  /**
   * Finishes what is under way, then stops everything, the embedded database last. Works while it
   * is still starting, too.
   */
  stop(): Promise<void>;
}

/** For how long it goes on serving after `/readyz` said that it stops: balancers ask now and then. */
const drainMs = 3000;

/**
 * Behind a proxy that pools by transaction answers are not kept: its sessions outlive the database's,
 * and a standby that takes over may give a version's name a second time.
 */
const noRevision = { read: async () => undefined, close: async () => undefined };

type LogLine = (line: string) => void;
type Disposers = (() => Promise<unknown>)[];

/**
 * Starts all of Redial: database, migrations, providers, demo data, jobs, API and web app.
 *
 * @param web where the pages come from: the built bundle, or Vite.
 * @param tell given a line each for what a person wants to know while it starts.
 */
export function start(config: Config, web: WebSource, tell: LogLine): Redial {
  const stops: Disposers = [];
  const stopped = new AbortController();
  const stop = async () => {
    stopped.abort();
    for (const one of stops.splice(0).reverse()) await one();
  };
  const ready = startParts(config, web, tell, stops, stopped.signal).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return { ready, stop };
}

async function startParts(
  config: Config,
  web: WebSource,
  tell: LogLine,
  stops: Disposers,
  signal: AbortSignal,
): Promise<void> {
  const log = pino({
    level: config.production ? 'info' : 'warn',
    serializers: { err: serializeError },
  });
  const onError = (err: unknown, what: string) => log.error({ err }, what);
  const clock = { now: () => new Date() };
  const { publicUrl, dataDir } = config;

  const connectionString = config.databaseUrl ?? (await startDatabase(dataDir, tell, stops));
  // Workers share the port of the process that looks after them.
  if (cluster.isPrimary) await requireFreePort(config);
  const { pooled } = await prepareDatabase(config, connectionString);
  const db = openDatabase(connectionString, {
    pooled,
    max: config.databasePoolSize,
    onError: (error) => onError(error, 'a database connection was lost'),
  });
  stops.push(() => db.$client.end());

  const jobs = createJobQueue({ connectionString, pooled, onError });
  const { cardPayments, sandboxCards } = await openCardPayments(config, { db, clock, log }, tell);
  const { identity, routes, demoAccounts } = await openIdentity(
    config,
    { db, jobs, clock, log },
    tell,
  );
  const deps: Deps = {
    db,
    log,
    clock,
    jobs,
    settings: config,
    identity,
    cardPayments,
    ...(await openImages(config, log)),
    mailer: await openMailer(config, tell),
  };
  if (config.demo && (await isMarketplaceEmpty(db))) {
    await seedDemo({
      db,
      clock,
      imageStore: deps.imageStore,
      accounts: demoAccounts,
      onProgress: tell,
      signal,
    });
  }

  const versions = pooled
    ? noRevision
    : createRevisionReader({ connectionString, onLost: () => kept.clear(), onError });
  const kept = createResponseCache({ versions, clock });
  stops.push(() => versions.close());
  const alone = cluster.isPrimary ? memoryStore() : clusterStore(process);
  const rates = config.redisUrl ? await redisStore(config.redisUrl, log) : alone;
  stops.push(() => rates.close());
  let stopping = false;
  const app: FastifyInstance = await buildApp(deps, {
    responseCache: kept,
    rateLimitStore: rates,
    isStopping: () => stopping,
    providerRoutes: [
      ...(routes ? [routes] : []),
      ...(sandboxCards ? [sandboxCards.routes] : []),
      web.files,
    ],
    renderPage: (request, reply) =>
      renderPage({ web, app, publicUrl, settings: buildClientConfig(deps), kept }, request, reply),
  });
  stops.push(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  await jobs.start(jobHandlers(deps));
  stops.push(() => jobs.stop());
  if (sandboxCards) {
    sandboxCards.start();
    stops.push(() => sandboxCards.stop());
  }
  stops.push(() => {
    stopping = true;
    return sleep(config.production ? drainMs : 0);
  });
}

async function startDatabase(dataDir: string, tell: LogLine, stops: Disposers): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: tell });
  stops.push(() => server.stop());
  return server.url;
}
