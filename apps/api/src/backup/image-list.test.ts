import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { images, users } from '../db/schema/index.ts';
import { imageFileNames } from '../features/images/index.ts';
import { newId } from '../platform/ids.ts';
import { imageListFile, imagePathIn } from './image-list.ts';
import { backUp, checkBackup } from './index.ts';
import { createMemoryStore } from './memory-store.fixture.ts';

let source: TestDatabase;
const { files, store } = createMemoryStore();

beforeAll(async () => {
  source = await createTestDatabase();
  const uploader = newId();
  const image = { id: newId(), uploadedBy: uploader, width: 320, height: 320 };
  const email = 'ines@mail.com';
  await source.db.insert(users).values({
    id: uploader,
    identityUid: 'ines',
    email,
    emailKey: email,
    name: 'Ines',
    role: 'seller',
  });
  await source.db.insert(images).values(image);
  for (const name of imageFileNames(image.id, 320)) files.set(name, Buffer.from(name));
});
afterAll(() => source.close());

async function backUpSource() {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-images-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return backUp({
    connectionString: source.url,
    imageStore: store,
    imeiSecret: 'a secret of the tests for the numbers of devices',
    dataDir: dir,
    dir,
    recipients: [],
    now: new Date(),
  });
}

test('a backup lists its images, and a damaged list is found', async () => {
  const { dir, images: copied } = await backUpSource();
  const backup = await checkBackup(dir, undefined);
  expect([...copied.keys()].sort()).toEqual([...files.keys()].sort());
  expect(backup.images).toEqual(copied);
  const list = path.join(dir, imageListFile);
  const lines = (await readFile(list, 'utf8')).trim().split('\n');
  await writeFile(list, `${lines.slice(1).join('\n')}\n`);
  await expect(checkBackup(dir, undefined)).rejects.toThrow('is damaged: images.jsonl');
  await writeFile(list, lines.join('\n').slice(0, -1));
  await expect(checkBackup(dir, undefined)).rejects.toThrow('images.jsonl is damaged');
  await rm(list);
  await expect(checkBackup(dir, undefined)).rejects.toThrow('images.jsonl is damaged');
});

/** Makes a backup as of the first format, whose manifest names the images. */
async function makeFirstBackup() {
  const { dir, manifest, images: copied } = await backUpSource();
  const { [imageListFile]: _, ...stored } = manifest.files;
  for (const [name, image] of copied) stored[imagePathIn(name, '')] = image;
  const first = {
    ...manifest,
    format: 'redial-backup-1',
    images: [...copied.keys()],
    files: stored,
  };
  const write = (changed: object) =>
    writeFile(path.join(dir, 'manifest.json'), JSON.stringify({ ...first, ...changed }));
  await rm(path.join(dir, imageListFile));
  await write({});
  return { dir, copied, write };
}

test('a backup of the first format is checked and restored with its images', async () => {
  const { dir, copied } = await makeFirstBackup();
  const backup = await checkBackup(dir, undefined);
  expect(copied.size).toBeGreaterThan(0);
  expect(backup.images).toEqual(copied);
  const [name = ''] = copied.keys();
  await rm(path.join(dir, imagePathIn(name, '')));
  await expect(checkBackup(dir, undefined)).rejects.toThrow(`${name} missing or changed`);
});

test('paths outside of the directory of a backup are refused', async () => {
  const { dir, manifest } = await backUpSource();
  const outside = '../../../outside';
  const change = (part: object) =>
    writeFile(path.join(dir, 'manifest.json'), JSON.stringify({ ...manifest, ...part }));
  await change({ secrets: [outside] });
  await expect(checkBackup(dir, undefined)).rejects.toThrow('is not a Redial backup');
  await change({});
  await writeFile(path.join(dir, imageListFile), JSON.stringify([outside, 1, 'a'.repeat(64)]));
  await expect(checkBackup(dir, undefined)).rejects.toThrow('images.jsonl is damaged');
  const first = await makeFirstBackup();
  await first.write({ images: [outside] });
  await expect(checkBackup(first.dir, undefined)).rejects.toThrow('is not a Redial backup');
});
