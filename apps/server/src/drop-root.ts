import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { type DataLocation, findOwner, findUnprivilegedUser, type OsUser } from '@redial/api/db';
import { type Config, ConfigError } from './config.ts';

/** The program's directory: modules are loaded from it while the server runs. */
const programDir = path.resolve(import.meta.dirname, '../../..');

/**
 * Gives up the privileges of root, if root has started the process: it continues as the user who runs
 * the embedded PostgreSQL, or as the owner of the data directory, who then owns its files. Called when
 * PostgreSQL runs and before the server listens.
 *
 * @param database the location of the embedded database, if there is one.
 * @throws ConfigError in production, if that user cannot run Redial. Elsewhere a message says so.
 */
export async function dropRoot(
  { dataDir, production }: Pick<Config, 'dataDir' | 'production'>,
  database: DataLocation | undefined,
  onProgress: (line: string) => void,
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  createDataDir(dataDir);
  const user = database?.user ?? (await findOwner(dataDir)) ?? (await findUnprivilegedUser());
  const obstacle = user
    ? findObstacle(user, dataDir)
    : 'there is no user called redial, postgres or nobody';
  if (!user || obstacle) {
    const advice = `Redial was started by root and cannot continue as another user: ${obstacle}`;
    if (production) throw new ConfigError(`${advice}. Start it as an ordinary user`);
    onProgress(advice);
    return;
  }
  giveFiles(user, dataDir);
  if (database) giveFiles(user, database.home);
  // The user cannot write the cache of compiled code when the process exits.
  flushCompileCache();
  process.setgroups?.([user.gid]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  onProgress(`Redial was started by root and continues as the user ${user.name}`);
}

function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
}

/** Tries what the user has to do, since access depends on all parent directories. */
function findObstacle(user: OsUser, dataDir: string): string | undefined {
  const can = (script: string, file: string) =>
    spawnSync('/bin/sh', ['-c', script, file], { cwd: '/', uid: user.uid, gid: user.gid })
      .status === 0;
  const files = [process.execPath, path.join(programDir, 'package.json')];
  const unreadable = files.find((file) => !can('test -r "$0"', file));
  if (unreadable) return `the user ${user.name} cannot read ${unreadable}`;
  const parent = path.dirname(dataDir);
  return can('cd -- "$0"', parent) ? undefined : `the user ${user.name} cannot access ${parent}`;
}

/**
 * Makes the user the owner of a directory's files. All of them once; at later starts only of those at
 * the top, which root may have created before this. Links are left alone: their targets may be
 * anywhere.
 */
function giveFiles({ uid, gid }: OsUser, dir: string): void {
  if (!existsSync(dir)) return;
  const depth = statSync(dir).uid === uid ? ['-maxdepth', '2'] : [];
  const isOwnFile = ['(', '-type', 'd', '-o', '-type', 'f', '-links', '1', ')'];
  const chown = ['-exec', 'chown', '-h', `${uid}:${gid}`, '{}', '+'];
  const { status, stderr } = spawnSync('find', [
    dir,
    ...depth,
    '!',
    '-user',
    String(uid),
    ...isOwnFile,
    ...chown,
  ]);
  if (status !== 0) throw new ConfigError(`The files in ${dir} cannot be given away: ${stderr}`);
}
