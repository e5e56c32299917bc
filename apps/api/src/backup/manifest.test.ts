import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  backupTime,
  createUnfinished,
  deleteOldBackups,
  findNewestBackup,
  finish,
  listBackups,
  type Manifest,
  openBackup,
} from './manifest.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const manifest: Manifest = {
  format: 'redial-backup-2',
  takenAt: at(1).toISOString(),
  migration: { name: '', at: 0 },
  recipients: [],
  imeiSecret: '',
  tables: [],
  sequences: [],
  secrets: [],
  missingImages: [],
  files: {},
};

async function createDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-manifest-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Makes a backup with one file. Its directory counts as last changed on its day. */
async function makeBackup(dir: string, day: number): Promise<string> {
  const unfinished = await createUnfinished(dir, at(day));
  await mkdir(path.join(unfinished, 'images'));
  await writeFile(path.join(unfinished, 'images/one.jpg'), '');
  const backup = await finish(unfinished, manifest);
  await utimes(backup, at(day), at(day));
  return backup;
}

/** Does something as a user who cannot read the files of root. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('what an interrupted backup or deletion has left is deleted after a day', async () => {
  const dir = await createDir();
  const whole = await makeBackup(dir, 1);
  const [half, young] = [await makeBackup(dir, 2), await makeBackup(dir, 9)];
  for (const one of [half, young]) await rm(path.join(one, 'manifest.json'));
  await utimes(half, at(2), at(2));
  const unfinished = await createUnfinished(dir, at(3));
  await utimes(unfinished, at(3), at(3));
  await utimes(young, at(10), at(10));
  expect(await deleteOldBackups(dir, undefined, at(10))).toEqual([]);
  expect((await readdir(dir)).sort()).toEqual([whole, young].map((one) => path.basename(one)));
});

test.runIf(isRoot)(
  'a backup that this user cannot read is neither deleted nor taken for an interrupted one',
  async () => {
    const dir = await createDir();
    const root = await makeBackup(dir, 1);
    await chown(dir, nobody, nobody);
    const denied = `${root} cannot be read: EACCES: permission denied`;
    const left = await asNobody(async () => {
      await expect(openBackup(dir)).rejects.toThrow(denied);
      await expect(openBackup(root)).rejects.toThrow(denied);
      await makeBackup(dir, 2);
      const newest = await makeBackup(dir, 3);
      expect(await findNewestBackup(dir)).toBe(newest);
      const reasons = await deleteOldBackups(dir, 1, at(10));
      expect(await listBackups(dir)).toEqual([newest]);
      return reasons;
    });
    expect(left).toEqual([expect.stringContaining('EACCES: permission denied')]);
    expect(await readdir(root)).toContain('manifest.json');

    // An older one is not restored instead.
    await chmod(root, 0o755);
    const later = path.join(dir, path.basename(await makeBackup(dir, 5)));
    await chown(later, 0, 0);
    await asNobody(() => expect(openBackup(dir)).rejects.toThrow(`${later} cannot be read`));
  },
);

test.runIf(isRoot)('a backup that can be read, but not deleted, is reported', async () => {
  const dir = await createDir();
  const root = await makeBackup(dir, 1);
  await chmod(root, 0o755);
  await chown(dir, nobody, nobody);
  await asNobody(async () => {
    await makeBackup(dir, 2);
    expect(await deleteOldBackups(dir, 1, at(10))).toEqual([
      expect.stringContaining('EACCES: permission denied'),
    ]);
  });
  expect(await readdir(root)).toContain('manifest.json');
});

test.runIf(isRoot)('a backup that root makes belongs to the owner of its directory', async () => {
  const dir = await createDir();
  await chown(dir, nobody, nobody);
  const backup = await makeBackup(dir, 1);
  for (const name of ['', ...(await readdir(backup, { recursive: true }))]) {
    expect([name, (await stat(path.join(backup, name))).uid]).toEqual([name, nobody]);
  }
  await asNobody(async () => {
    await makeBackup(dir, 2);
    expect(await deleteOldBackups(dir, 1, at(10))).toEqual([]);
    expect(await listBackups(dir)).toHaveLength(1);
  });
});

test('the name of a backup says when it was begun', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-manifest-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const began = new Date(Date.UTC(2026, 10, 24, 12, 30, 5, 7));
  expect(backupTime(await finish(await createUnfinished(dir, began), manifest))).toEqual(began);
});
