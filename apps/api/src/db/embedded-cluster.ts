import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Binaries } from './embedded-binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import type { DataLocation } from './embedded-location.ts';

export const superuser = 'postgres';
/** Names the application's role and its database. */
export const applicationRole = 'redial';

/**
 * Makes the cluster where there is none. It is made beside its place and then renamed, so that a
 * cluster that is there is always whole.
 *
 * @returns its password.
 */
export async function ensureCluster(
  { home, user }: DataLocation,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<string> {
  const cluster = path.join(home, 'data');
  const passwordFile = path.join(home, 'password');
  await removeUnfinished(home);
  if (existsSync(cluster)) {
    const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
    if (version.trim() !== binaries.major) {
      throw new EmbeddedPostgresError(
        `${cluster} is of PostgreSQL ${version.trim() || '(no version file)'}, this Redial brings ${binaries.major}: use the Redial that made it, or move the data over with pg_dump`,
      );
    }
    // A copy made by root belongs to root, as whom no server runs.
    if (user && (await stat(cluster)).uid === 0) {
      await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
    }
    return (await readFile(passwordFile, 'utf8')).trim();
  }
  log('Making the database');
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const unfinished = path.join(home, `data.new-${randomBytes(4).toString('hex')}`);
  const passwordForInit = `${unfinished}.password`;
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordForInit, password, { mode: 0o600 });
  if (user) {
    await chown(unfinished, user.uid, user.gid);
    await chown(passwordForInit, user.uid, user.gid);
  }
  try {
    await runInitdb({ home, user }, binaries, unfinished, passwordForInit);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordForInit, { force: true });
  }
  await syncDir(home);
  await rename(unfinished, cluster);
  await syncDir(home);
  return password;
}

/** What killed runs began; one that its orphaned `initdb` still writes is left to the next start. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('data.new-')) continue;
    await rm(path.join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function runInitdb(
  { home, user }: DataLocation,
  { initdb }: Binaries,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  return new Promise((resolve, reject) => {
    execFile(initdb, args, { cwd: home, env: serverEnvironment, ...as }, (error, _out, stderr) => {
      if (!error) return resolve();
      const reason = stderr.split('\n').find((line) => line.includes('error:')) ?? error.message;
      reject(
        new EmbeddedPostgresError(`PostgreSQL could not make its data folder: ${reason.trim()}`),
      );
    });
  });
}

/** Nothing of the caller's environment: `PGDATA`, `PGOPTIONS` and others would change the server. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Longest path of a socket that every system takes, less the socket's own name. */
const maxSocketDirLength = 103 - '/.s.PGSQL.5432'.length;

/**
 * Makes the folder of the socket, closed to everybody but the server's user (and root): in the
 * database's place, or below the temporary folder where that path is too long for a socket.
 */
export async function createSocketDir({ home, user }: DataLocation): Promise<string> {
  let folder = path.join(home, 'run');
  await rm(folder, { recursive: true, force: true });
  if (Buffer.byteLength(folder) > maxSocketDirLength) {
    folder = await mkdtemp(path.join(tmpdir(), 'redial-'));
  } else {
    await mkdir(folder, { mode: 0o700 });
  }
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

/**
 * Makes the application's role and database where they are missing. The role owns its database and
 * is no superuser: what an injected statement could do ends there.
 */
export async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const role = client.escapeIdentifier(applicationRole);
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
        exists (select from pg_database where datname = $1) as database`,
      [applicationRole],
    );
    if (!rows[0]?.role) {
      await client.query(`create role ${role} login password ${client.escapeLiteral(password)}`);
    }
    if (!rows[0]?.database) await client.query(`create database ${role} owner ${role}`);
  } finally {
    await client.end();
  }
}

async function syncDir(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
