import { setTimeout as sleep } from 'node:timers/promises';
import {
  buildApp,
  clientSettings,
  createJobs,
  type Deps,
  jobHandlers,
  mailPasswordReset,
} from '@redial/api';
import {
  createDiskImages,
  createEmbeddedIdentity,
  createSandboxCards,
  createSmtpMailer,
  fileMailer,
} from '@redial/api/adapters';
import { migrate, openDatabase, startEmbeddedPostgres } from '@redial/api/db';
import { isEmpty, seedDemo } from '@redial/api/seed';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { requireFreePort } from './free-port.ts';
import { answerPage, type WebSource } from './web.ts';

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
const drainMilliseconds = 3000;

type Tell = (line: string) => void;
type Stops = (() => Promise<unknown>)[];

/**
 * Starts all of Redial: database, migrations, providers, demo data, jobs, API and web app.
 *
 * @param web where the pages come from: the built bundle, or Vite.
 * @param tell given a line each for what a person wants to know while it starts.
 */
export function start(config: Config, web: WebSource, tell: Tell): Redial {
  const stops: Stops = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  const ready = startParts(config, web, tell, stops).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ready, stop };
}

async function startParts(config: Config, web: WebSource, tell: Tell, stops: Stops): Promise<void> {
  const log = pino({ level: config.production ? 'info' : 'warn' });
  const onError = (err: unknown, what: string) => log.error({ err }, what);
  const clock = { now: () => new Date() };
  const { publicUrl, dataDir, sessionSecret, googleClient } = config;

  const connectionString = config.databaseUrl ?? (await embedded(dataDir, tell, stops));
  await requireFreePort(config);
  await migrate(connectionString);
  const db = openDatabase(connectionString, {
    onError: (error) => onError(error, 'a database connection was lost'),
  });
  stops.push(() => db.$client.end());

  const jobs = createJobs({ connectionString, onError });
  const cards = createSandboxCards({
    db,
    clock,
    log,
    secret: sessionSecret,
    webhookUrl: `${publicUrl}/webhooks/sandbox`,
  });
  const embeddedIdentity = createEmbeddedIdentity({
    db,
    publicUrl,
    webOrigins: config.webOrigins,
    secret: sessionSecret,
    rateLimitScale: config.rateLimitScale,
    google: googleClient,
    log,
    sendPasswordReset: (request) =>
      mailPasswordReset({ db, jobs, clock, settings: config }, request),
  });
  const deps: Deps = {
    db,
    log,
    clock,
    jobs,
    settings: config,
    identity: embeddedIdentity.identity,
    payments: cards.payments,
    images: await createDiskImages(`${dataDir}/images`),
    mailer: await openMailer(config, tell),
  };
  if (config.demo && (await isEmpty(db))) {
    await seedDemo({
      db,
      clock,
      images: deps.images,
      accounts: embeddedIdentity,
      onProgress: tell,
    });
  }

  let stopping = false;
  const app: FastifyInstance = await buildApp(deps, {
    isStopping: () => stopping,
    mounts: [embeddedIdentity.routes, cards.routes, web.files],
    fallback: (request, reply) =>
      answerPage({ web, app, publicUrl, settings: clientSettings(deps) }, request, reply),
  });
  stops.push(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  await jobs.start(jobHandlers(deps));
  stops.push(() => jobs.stop());
  cards.start();
  stops.push(() => cards.stop());
  stops.push(() => {
    stopping = true;
    return sleep(config.production ? drainMilliseconds : 0);
  });
}

/**
 * The mail server, tried once before anything is promised to anybody; without one, files.
 *
 * @throws ConfigError where the mail server is not to be had.
 */
async function openMailer({ smtpUrl, mailFrom, dataDir }: Config, tell: Tell) {
  const sender = { name: 'Redial', address: mailFrom };
  if (smtpUrl === undefined) {
    return fileMailer({
      folder: `${dataDir}/mail`,
      sender,
      onWritten: (file, subject) => tell(`Mail “${subject}” written to ${file}`),
    });
  }
  const { mailer, check } = createSmtpMailer({ url: smtpUrl, sender });
  await check().catch((error: Error) => {
    const reason = error.message.replaceAll(/\s+/g, ' ');
    throw new ConfigError(`SMTP_URL names a mail server that does not take us: ${reason}`);
  });
  return mailer;
}

async function embedded(dataDir: string, tell: Tell, stops: Stops): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: tell });
  stops.push(() => server.stop());
  return server.url;
}
