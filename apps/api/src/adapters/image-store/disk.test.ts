import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { imageStoreContract } from '../../ports/image-store.contract.ts';
import { createDiskImageStore } from './disk.ts';

async function tempFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'redial-images-'));
}
const filesIn = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

imageStoreContract('the disk', async () => {
  const dir = await tempFolder();
  return {
    store: await createDiskImageStore(dir),
    close: () => rm(dir, { recursive: true, force: true }),
  };
});

test('another store on the same directory finds the files', async () => {
  const dir = await tempFolder();
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = `${randomUUID()}-320.webp`;
  await (await createDiskImageStore(dir)).put(file, Buffer.from('text'), 'image/webp');
  expect((await (await createDiskImageStore(dir)).get(file))?.toString()).toBe('text');
});

test('other users of the machine cannot read the files, nor those of earlier releases', async () => {
  const dir = await tempFolder();
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await chmod(dir, 0o755);
  await createDiskImageStore(dir);
  expect((await stat(dir)).mode & 0o077).toBe(0);
});

test('a file that cannot be written leaves nothing behind', async () => {
  const dir = await tempFolder();
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const store = await createDiskImageStore(dir);
  const file = `${randomUUID()}-320.webp`;
  // A file is in the place of the directory.
  await writeFile(path.join(dir, file.slice(34, 36)), 'in the way');
  await expect(store.put(file, Buffer.from('text'), 'image/webp')).rejects.toThrow();
  expect(await filesIn(dir)).toEqual([file.slice(34, 36)]);
});

test('temporary files of a dead process are removed, recent ones are not', async () => {
  const dir = await tempFolder();
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const writing = path.join(dir, 'writing');
  await mkdir(writing);
  await writeFile(path.join(writing, 'old'), 'half');
  await writeFile(path.join(writing, 'new'), 'half');
  const longAgo = new Date(Date.now() - 2 * 3600_000);
  await utimes(path.join(writing, 'old'), longAgo, longAgo);
  await createDiskImageStore(dir);
  expect(await filesIn(dir)).toEqual(['new']);
});
