import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './embedded-binaries.ts';
import { serverEnvironment } from './embedded-cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import type { DataLocation } from './embedded-location.ts';
import { stopStaleProcesses } from './embedded-stale-processes.ts';

export interface Server {
  readonly location: DataLocation;
  readonly binaries: Binaries;
  /** The directory of the socket. */
  readonly socketDir: string;
  readonly superuserUrl: string;
  readonly log: (line: string) => void;
  /** Additional server settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the server, and restarts it whenever it ends unexpectedly. */
export async function supervise(server: Server): Promise<{ stop(): Promise<void> }> {
  const { log } = server;
  let stopping = false;
  let child = await spawnServer(server);
  // An immediate shutdown: a fast one can take long on a busy machine, with nobody waiting for it.
  const killAtExit = () => child.kill('SIGQUIT');
  process.on('exit', killAtExit);
  const release = () => process.off('exit', killAtExit);

  const watch = async () => {
    for (let failures = 0; ; ) {
      await waitForExit(child);
      if (stopping) return;
      log(`PostgreSQL exited (${child.signalCode ?? `exit ${child.exitCode}`}): restarting it`);
      await sleep(Math.min(100 * 2 ** failures, 5000));
      if (stopping) return;
      try {
        child = await spawnServer(server);
        if (stopping) child.kill('SIGINT');
        await waitUntilReady(server, child);
        failures = 0;
        log('PostgreSQL is running again');
      } catch (error) {
        if (stopping) continue;
        failures += 1;
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };

  try {
    await waitUntilReady(server, child);
  } catch (error) {
    release();
    child.kill('SIGKILL');
    throw error;
  }
  const watched = watch();
  return {
    async stop() {
      stopping = true;
      void watched.then(release);
      for (const [signal, seconds] of stopSteps) {
        child.kill(signal);
        const over = await Promise.race([
          watched.then(() => true),
          sleep(seconds * 1000, false, { ref: false }),
        ]);
        if (over) return;
      }
      await watched;
    },
  };
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Fast shutdown first; if that hangs, an immediate one, after which the next start recovers. */
const stopSteps = [
  ['SIGINT', 10],
  ['SIGQUIT', 4],
  ['SIGKILL', 1],
] as const;

/** Starts the server process, after stopping stale ones. */
async function spawnServer(server: Server): Promise<ChildProcess> {
  const { location, binaries, socketDir, log } = server;
  const cluster = path.join(location.home, 'data');
  await stopStaleProcesses(cluster, log);
  await rm(path.join(socketDir, '.s.PGSQL.5432.lock'), { force: true });
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The API logs failed statements with their cause; here they would only fill the disk.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Queries are short, so compiling them costs more than it saves.
    jit: 'off',
    ...server.settings,
  };
  const output = openLog(getLogFile(location));
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      // Ctrl-C in the terminal must only reach Redial, which stops the server last.
      detached: true,
      stdio: ['ignore', output, output],
      cwd: location.home,
      env: serverEnvironment,
      ...(location.user ? { uid: location.user.uid, gid: location.user.gid } : {}),
    },
  );
  closeSync(output);
  await once(child, 'spawn');
  return child;
}

/**
 * Waits until the server accepts connections. @throws EmbeddedPostgresError with the last logged
 * error if it exits.
 */
async function waitUntilReady(server: Server, child: ChildProcess): Promise<void> {
  const logFile = getLogFile(server.location);
  const started = Date.now();
  for (let reported = 0; ; ) {
    if (await isReachable(server.superuserUrl)) return;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start: ${readLastError(logFile)} (see ${logFile})`,
      );
    }
    await sleep(20);
    const seconds = Math.floor((Date.now() - started) / 10_000) * 10;
    if (seconds > reported) {
      reported = seconds;
      server.log(`PostgreSQL is still recovering from its last shutdown (${seconds} s)`);
    }
  }
}

/**
 * Whether a statement can be executed. @throws EmbeddedPostgresError if the password is rejected,
 * as waiting would not help.
 */
export async function isReachable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new EmbeddedPostgresError(
        'The database rejects the password in its data directory: was that file replaced?',
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const getLogFile = ({ home }: DataLocation) => path.join(home, 'server.log');

/** Opens the log for appending, after rotating a large one. */
function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > 2_000_000) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** The last logged error, without its timestamp. */
function readLastError(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1);
  return (fatal ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') || 'no error was logged';
}
