import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from './embedded-binaries.ts';
import {
  applicationRole,
  createSocketDir,
  ensureCluster,
  ensureDatabase,
  superuser,
} from './embedded-cluster.ts';
import { findDataLocation } from './embedded-location.ts';
import { acquireLock } from './embedded-lock.ts';
import { isReachable, supervise } from './embedded-server.ts';

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
      url: buildUrl(socketDir, applicationRole, password, applicationRole),
      superuserUrl,
      stop,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The address of a server that another process started on this data folder.
 *
 * @returns `undefined` where none answers.
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const { home } = await findDataLocation(dataDir, () => undefined);
  const read = (file: string) => readFile(path.join(home, file), 'utf8').catch(() => '');
  const [password, processFile] = await Promise.all([
    read('password'),
    read('data/postmaster.pid'),
  ]);
  const folder = processFile.split('\n')[4];
  if (!folder) return undefined;
  const url = buildUrl(folder, applicationRole, password.trim(), applicationRole);
  return (await isReachable(url)) ? url : undefined;
}

function buildUrl(folder: string, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}
