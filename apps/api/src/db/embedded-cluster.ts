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
/** Name of the role that owns the database and migrates it, and of the database. */
export const ownerRole = 'redial';
/** Name of the role that the server connects as. */
export const applicationRole = 'redial_app';

/**
 * Creates the cluster if it does not exist. It is created in a temporary directory and then
 * renamed, so that an existing cluster is always complete.
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
        `${cluster} was created by PostgreSQL ${version.trim() || '(no version file)'}, but this Redial includes ${binaries.major}: use the Redial that created it, or move the data with npm run backup and npm run restore`,
      );
    }
    // A copy made by root is owned by root, and the server never runs as root.
    if (user && (await stat(cluster)).uid === 0) {
      await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
    }
    return (await readFile(passwordFile, 'utf8')).trim();
  }
  log('Creating the database');
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

/**
 * Removes incomplete clusters of killed runs. One to which an orphaned `initdb` still writes is
 * left to the next start.
 */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('data.new-')) continue;
    await rm(path.join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function runInitdb(
  { home, user }: DataLocation,
  { initdb }: Binaries,
  dir: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    `--pgdata=${dir}`,
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
    const options = { cwd: home, env: serverEnvironment, ...as };
    const child = execFile(initdb, args, options, (error, _out, stderr) => {
      process.off('exit', killAtExit);
      if (!error) return resolve();
      const reason = stderr.split('\n').find((line) => line.includes('error:')) ?? error.message;
      reject(
        new EmbeddedPostgresError(
          `PostgreSQL could not initialize its data directory: ${reason.trim()}`,
        ),
      );
    });
    // On SIGTERM it removes what it has created.
    const killAtExit = () => child.kill('SIGTERM');
    process.on('exit', killAtExit);
  });
}

/**
 * The caller's environment is not inherited: `PGDATA`, `PGOPTIONS` and others would change the
 * server.
 */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The maximum length of a socket path on all systems, minus the socket's name. */
const maxSocketDirLength = 103 - '/.s.PGSQL.5432'.length;

/**
 * Creates the socket's directory, accessible to the server's user (and root) only: in the data
 * location, or in the system's temporary directory if the path is too long for a socket.
 */
export async function createSocketDir({ home, user }: DataLocation): Promise<string> {
  let dir = path.join(home, 'run');
  await rm(dir, { recursive: true, force: true });
  if (Buffer.byteLength(dir) > maxSocketDirLength) {
    dir = await mkdtemp(path.join(tmpdir(), 'redial-'));
  } else {
    await mkdir(dir, { mode: 0o700 });
  }
  if (user) await chown(dir, user.uid, user.gid);
  return dir;
}

/**
 * Creates the roles and the database if they do not exist. The owner migrates. The application's role
 * owns nothing, which limits the effect of an SQL injection: it cannot disable triggers, for example.
 */
export async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    for (const name of [ownerRole, applicationRole]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
      if (rowCount) continue;
      const role = client.escapeIdentifier(name);
      await client.query(`create role ${role} login password ${client.escapeLiteral(password)}`);
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      ownerRole,
    ]);
    const owner = client.escapeIdentifier(ownerRole);
    if (!rowCount) await client.query(`create database ${owner} owner ${owner}`);
  } finally {
    await client.end();
  }
}

async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
