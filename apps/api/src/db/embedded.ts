import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from './embedded-binaries.ts';
import {
  applicationRole,
  createSocketDir,
  ensureCluster,
  ensureDatabase,
  ownerRole,
  superuser,
} from './embedded-cluster.ts';
import { type DataLocation, findDataLocation } from './embedded-location.ts';
import { acquireLock, isLocked } from './embedded-lock.ts';
import { isReachable, supervise } from './embedded-server.ts';

/** How to connect to Redial's database. */
export interface DatabaseUrls {
  /** As the role of the application, which reads and writes rows. */
  readonly url: string;
  /** As the owner, who migrates. It is not a superuser. */
  readonly ownerUrl: string;
}

export interface EmbeddedPostgres extends DatabaseUrls {
  /** Connects to the server as its superuser. */
  readonly superuserUrl: string;
  /** Where the database is, and who runs it if Redial was started by root. */
  readonly location: DataLocation;
  /** Stops the server (within some 15 s) and releases the data directory. Safe to repeat. */
  stop(): Promise<void>;
}

interface Options {
  /** Redial's data directory; the database is in its subdirectory `postgres`. */
  readonly dataDir: string;
  /** Receives messages for the operator. */
  readonly log: (line: string) => void;
  /** Additional server settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the PostgreSQL server that is installed with Redial, on a socket accessible to the current
 * user only, and supervises it: after a crash it is restarted at the same URL.
 *
 * @throws DatabaseInUse if another Redial process uses it; otherwise an EmbeddedPostgresError with
 *   the reason.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const location = await findDataLocation(dataDir, log);
  const lock = await acquireLock(location.home);
  try {
    const binaries = await findBinaries(location.user, log);
    const password = await ensureCluster(location, binaries, log);
    const socketDir = await createSocketDir(location);
    const superuserUrl = buildUrl(socketDir, superuser, password, 'postgres');
    const server = await supervise({ ...options, location, binaries, socketDir, superuserUrl });
    const stop = async () => {
      await server.stop();
      await rm(socketDir, { recursive: true, force: true });
      lock.release();
    };
    try {
      await ensureDatabase(superuserUrl, password);
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      ...databaseUrls(socketDir, password),
      superuserUrl,
      location,
      stop,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The URLs of a server that another process started on this data directory.
 *
 * @returns `undefined` if none is running. One whose process was killed does not count: the next start
 *   stops it.
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<DatabaseUrls | undefined> {
  const { home } = await findDataLocation(dataDir, () => undefined);
  const read = (file: string) => readFile(path.join(home, file), 'utf8').catch(() => '');
  const [password, processFile] = await Promise.all([
    read('password'),
    read('data/postmaster.pid'),
  ]);
  const socketDir = processFile.split('\n')[4];
  if (!socketDir || !isLocked(home)) return undefined;
  const urls = databaseUrls(socketDir, password.trim());
  return (await isReachable(urls.ownerUrl)) ? urls : undefined;
}

const databaseUrls = (socketDir: string, password: string): DatabaseUrls => ({
  url: buildUrl(socketDir, applicationRole, password, ownerRole),
  ownerUrl: buildUrl(socketDir, ownerRole, password, ownerRole),
});

function buildUrl(socketDir: string, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}
