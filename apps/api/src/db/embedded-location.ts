import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** A user of the operating system, to run the database server as. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Who runs the server where Redial is started as root: the first of these that the machine has. */
const candidateUsers = ['redial', 'postgres', 'nobody'];
/** Where the database is kept when that user cannot enter the data folder. */
const fallbackDirs = ['/var/lib/redial', '/var/tmp/redial'];

export interface DataLocation {
  /** Holds the cluster (`data`), the socket (`run`), the password, the log and the lock. */
  readonly home: string;
  /** Set where Redial runs as root, as which PostgreSQL refuses to run. */
  readonly user: OsUser | undefined;
}

/**
 * Decides where the database lives and who runs it, the same at every start. Usually that is
 * `postgres` in the data folder and oneself. As root it is another user; where that one cannot enter
 * the data folder (one below /root, say), a place that it can, which the data folder then names.
 */
export async function findDataLocation(
  dataDir: string,
  log: (line: string) => void,
): Promise<DataLocation> {
  const root = process.getuid?.() === 0;
  const inside = path.join(path.resolve(dataDir), 'postgres');
  await mkdir(inside, { recursive: true, mode: root ? 0o711 : 0o700 });
  const pointer = path.join(inside, 'moved-to');
  const elsewhere = await readFile(pointer, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (elsewhere) {
    if (!existsSync(elsewhere)) {
      throw new EmbeddedPostgresError(
        `The database of ${dataDir} was at ${elsewhere} (says ${pointer}), and nothing is there now`,
      );
    }
    log(`The database of this data folder is in ${elsewhere}`);
    return { home: elsewhere, user: root ? await findServerUser(elsewhere) : undefined };
  }
  if (!root) return { home: inside, user: undefined };
  const user = await findServerUser(inside);
  if (canEnter(user, inside)) return { home: inside, user };
  if (existsSync(path.join(inside, 'data'))) {
    throw new EmbeddedPostgresError(
      `The user ${user.name}, who runs PostgreSQL, can no longer enter ${inside}: allow it (chmod o+x) on that folder and those above it`,
    );
  }
  const home = await createDataDir(user, path.basename(path.dirname(path.resolve(dataDir))));
  await writeFile(pointer, `${home}\n`);
  log(`The user ${user.name}, who runs PostgreSQL, cannot enter ${inside}: it is kept in ${home}`);
  return { home, user };
}

/** The folder for the server's binaries, where they have to be copied. */
export function findBinariesDir(user: OsUser): Promise<string> {
  return firstUsable(user, async (place) => {
    await mkdir(place, { recursive: true, mode: 0o755 });
    return place;
  });
}

const createDataDir = (user: OsUser, label: string) =>
  firstUsable(user, async (place) => {
    await mkdir(place, { recursive: true, mode: 0o755 });
    const home = await mkdtemp(path.join(place, `${label.replaceAll(/[^\w-]/g, '') || 'data'}-`));
    // Its parts are closed to others; the folder itself only needs to be passed through.
    spawnSync('chmod', ['711', home]);
    return home;
  });

async function firstUsable(user: OsUser, make: (place: string) => Promise<string>) {
  for (const place of fallbackDirs) {
    const made = await make(place).catch(() => undefined);
    if (made && canEnter(user, made)) return made;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL finds no place that the user ${user.name} can enter: set DATA_DIR`,
  );
}

/** The owner of the cluster that is there; a candidate before there is one, or where a copy by root left it to root. */
async function findServerUser(home: string): Promise<OsUser> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = passwd.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  const owner = await stat(path.join(home, 'data')).catch(() => undefined);
  if (owner && owner.uid !== 0) {
    const found = users.find(({ uid }) => uid === owner.uid);
    return found ?? { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  for (const candidate of candidateUsers) {
    const user = users.find(({ name, uid }) => name === candidate && uid > 0);
    if (user) return user;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and this machine has no user called redial, postgres or nobody: start Redial as an ordinary user',
  );
}

/** Asks the kernel, since the answer depends on every folder above. */
function canEnter({ uid, gid }: OsUser, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { cwd: '/', uid, gid });
  return status === 0;
}
