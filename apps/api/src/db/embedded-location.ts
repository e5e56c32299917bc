import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** An operating-system user that runs the database server. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The users that may run the server if root starts Redial; the first existing one is taken. */
const candidateUsers = ['redial', 'postgres', 'nobody'];
/** Locations of the database if that user cannot access the data directory. */
const fallbackDirs = ['/var/lib/redial', '/var/tmp/redial'];

export interface DataLocation {
  /** Contains the cluster (`data`), the socket (`run`), the password, the log and the lock. */
  readonly home: string;
  /** Set if Redial runs as root, because PostgreSQL refuses to. */
  readonly user: OsUser | undefined;
}

/**
 * Determines where the database is and who runs it, with the same result at every start. Usually
 * this is `postgres` in the data directory, and the current user. As root it is another user; if
 * that user cannot access the data directory (below /root, for example), it is a fallback
 * directory, to which a file in the data directory points.
 */
export async function findDataLocation(
  dataDir: string,
  log: (line: string) => void,
): Promise<DataLocation> {
  const root = process.getuid?.() === 0;
  const inside = path.join(path.resolve(dataDir), 'postgres');
  try {
    await mkdir(inside, { recursive: true, mode: root ? 0o711 : 0o700 });
  } catch (error) {
    throw new EmbeddedPostgresError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
  const pointer = path.join(inside, 'moved-to');
  const elsewhere = await readFile(pointer, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (elsewhere) {
    if (!existsSync(elsewhere)) {
      throw new EmbeddedPostgresError(
        `${pointer} says that the database of ${dataDir} is at ${elsewhere}, but this directory does not exist`,
      );
    }
    log(`The database of this data directory is in ${elsewhere}`);
    return { home: elsewhere, user: root ? await findServerUser(elsewhere) : undefined };
  }
  if (!root) return { home: inside, user: undefined };
  const user = await findServerUser(inside);
  if (canEnter(user, inside)) return { home: inside, user };
  if (existsSync(path.join(inside, 'data'))) {
    throw new EmbeddedPostgresError(
      `The user ${user.name}, who runs PostgreSQL, can no longer access ${inside}: allow it (chmod o+x) on that directory and its parents`,
    );
  }
  const home = await createDataDir(user, path.basename(path.dirname(path.resolve(dataDir))));
  await writeFile(pointer, `${home}\n`);
  log(
    `The user ${user.name}, who runs PostgreSQL, cannot access ${inside}: the database is in ${home}`,
  );
  return { home, user };
}

/** The directory for a copy of the server's binaries. */
export function findBinariesDir(user: OsUser): Promise<string> {
  return firstUsable(user, async (dir) => {
    await mkdir(dir, { recursive: true, mode: 0o755 });
    return dir;
  });
}

const createDataDir = (user: OsUser, label: string) =>
  firstUsable(user, async (dir) => {
    await mkdir(dir, { recursive: true, mode: 0o755 });
    const home = await mkdtemp(path.join(dir, `${label.replaceAll(/[^\w-]/g, '') || 'data'}-`));
    // Its subdirectories are private; this directory only has to be traversable.
    spawnSync('chmod', ['711', home]);
    return home;
  });

async function firstUsable(user: OsUser, make: (dir: string) => Promise<string>) {
  for (const dir of fallbackDirs) {
    const created = await make(dir).catch(() => undefined);
    if (created && canEnter(user, created)) return created;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL has no directory that the user ${user.name} can access: set DATA_DIR`,
  );
}

/**
 * The owner of the existing cluster. If there is none, or if a copy made by root is owned by root,
 * one of the candidates.
 */
async function findServerUser(home: string): Promise<OsUser> {
  const user = (await findOwner(path.join(home, 'data'))) ?? (await findUnprivilegedUser());
  if (user) return user;
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and this machine has no user called redial, postgres or nobody: start Redial as an ordinary user',
  );
}

/** The owner of a file or directory, if it exists and is not root's. */
export async function findOwner(file: string): Promise<OsUser | undefined> {
  const owner = await stat(file).catch(() => undefined);
  if (!owner || owner.uid === 0) return undefined;
  const found = (await readUsers()).find(({ uid }) => uid === owner.uid);
  return found ?? { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid };
}

/** The first existing user of the candidates. */
export async function findUnprivilegedUser(): Promise<OsUser | undefined> {
  const users = await readUsers();
  return candidateUsers.flatMap(
    (candidate) => users.find(({ name, uid }) => name === candidate && uid > 0) ?? [],
  )[0];
}

async function readUsers(): Promise<OsUser[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return passwd.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** Tries it, since access depends on all parent directories. */
function canEnter({ uid, gid }: OsUser, dir: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', dir], { cwd: '/', uid, gid });
  return status === 0;
}
