import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from './embedded-binaries.ts';
import {
  application,
  ensureCluster,
  ensureDatabase,
  makeSocketFolder,
  serverEnvironment,
  superuser,
} from './embedded-cluster.ts';
import { endLeftovers } from './embedded-leftover.ts';
import { takeLock } from './embedded-lock.ts';
import { findPlace, type Place, placeForCopies } from './embedded-user.ts';

export interface EmbeddedPostgres {
  /** Reaches Redial's own database, as a role that owns it and nothing else. */
  readonly url: string;
  /** Reaches the server as its superuser. */
  readonly superuserUrl: string;
  /** Ends the server (at most some 15 s) and lets go of the data folder. Safe to repeat. */
  stop(): Promise<void>;
}

interface Options {
  /** Redial's data folder; the database is in `postgres` below it. */
  readonly dataDir: string;
  /** Told, in a line each, what a person may want to know. */
  readonly log: (line: string) => void;
  /** Server settings beside the ones that Redial needs. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the PostgreSQL server that comes with Redial, on a socket that only this user reaches, and
 * keeps it running: should it die, it is started again under the same address.
 *
 * @throws DatabaseInUse where another Redial has it; otherwise an error of one line that says why.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const place = await findPlace(dataDir, log);
  const lock = takeLock(place.home);
  try {
    const binaries = await findBinaries(
      place.user,
      place.user ? await placeForCopies(place.user) : place.home,
      log,
    );
    const password = await ensureCluster(place, binaries, log);
    const folder = await makeSocketFolder(place);
    const superuserUrl = urlOf(folder, superuser, password, 'postgres');
    const server = await keepRunning({ ...options, place, binaries, folder, superuserUrl });
    const stop = async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      lock.release();
    };
    try {
      await ensureDatabase(superuserUrl, password);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: urlOf(folder, application, password, application), superuserUrl, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The address of a server that another process started on this data folder.
 *
 * @returns `undefined` where none runs.
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const { home } = await findPlace(dataDir, () => undefined);
  const pidFile = path.join(home, 'data/postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const password = (await readFile(path.join(home, 'password'), 'utf8')).trim();
  const folder = (await readFile(pidFile, 'utf8')).split('\n')[4];
  return folder ? urlOf(folder, application, password, application) : undefined;
}

function urlOf(folder: string, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}

interface Server extends Options {
  readonly place: Place;
  readonly binaries: Binaries;
  /** Of the socket. */
  readonly folder: string;
  readonly superuserUrl: string;
}

/** Starts the server, and starts it again whenever it ends without having been asked to. */
async function keepRunning(server: Server): Promise<{ stop(): Promise<void> }> {
  const { log } = server;
  let child = await launch(server);
  let stopping = false;
  const killAtExit = () => child.kill('SIGINT');
  process.on('exit', killAtExit);

  const watched = (async () => {
    for (let failures = 0; ; ) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (stopping) return;
      log(`PostgreSQL ended (${child.signalCode ?? `exit ${child.exitCode}`}): starting it again`);
      await sleep(Math.min(100 * 2 ** failures, 5000));
      if (stopping) return;
      try {
        child = await launch(server);
        failures = 0;
        log('PostgreSQL is back');
      } catch (error) {
        failures += 1;
        log(error instanceof Error ? error.message : String(error));
      }
    }
  })();

  return {
    async stop() {
      stopping = true;
      process.off('exit', killAtExit);
      for (const [signal, seconds] of stopSteps) {
        child.kill(signal);
        await Promise.race([watched, sleep(seconds * 1000, undefined, { ref: false })]);
        if (child.exitCode !== null || child.signalCode !== null) break;
      }
      await watched;
    },
  };
}

/** Fast shutdown; where that hangs an immediate one, which recovers at the next start. */
const stopSteps = [
  ['SIGINT', 10],
  ['SIGQUIT', 4],
  ['SIGKILL', 1],
] as const;

/** Starts the server and waits until it answers. */
async function launch(server: Server): Promise<ChildProcess> {
  const { place, binaries, folder, log } = server;
  const cluster = path.join(place.home, 'data');
  await endLeftovers(cluster, log);
  await rm(path.join(folder, '.s.PGSQL.5432.lock'), { force: true });
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // What fails in a statement, the API logs with its cause; here it would only fill the disk.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Every query is short: compiling one costs more than it saves.
    jit: 'off',
    ...server.settings,
  };
  const logFile = path.join(place.home, 'server.log');
  const output = openLog(logFile);
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      // A Ctrl-C in the terminal is for Redial, which then ends the server last.
      detached: true,
      stdio: ['ignore', output, output],
      cwd: place.home,
      env: serverEnvironment,
      ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
    },
  );
  closeSync(output);
  await once(child, 'spawn');
  await untilReady(server, child, logFile);
  return child;
}

async function untilReady(server: Server, child: ChildProcess, logFile: string): Promise<void> {
  const started = Date.now();
  for (let told = 0; ; ) {
    if (await answers(server.superuserUrl)) return;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL did not start: ${lastWords(logFile)} (see ${logFile})`);
    }
    await sleep(20);
    const seconds = Math.floor((Date.now() - started) / 10_000) * 10;
    if (seconds > told) {
      told = seconds;
      server.log(`PostgreSQL is still recovering from how it was ended last (${seconds} s)`);
    }
  }
}

/** Whether a statement runs. @throws where waiting would not help: the password is not the one. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new Error('The database refuses the password in its folder: was that file replaced?');
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Appends, and begins anew once the log has become large. */
function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > 2_000_000) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** The last thing that the server said, without its time stamp. */
function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1);
  return (fatal ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') || 'it said nothing';
}
