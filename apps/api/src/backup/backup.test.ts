import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, gt } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { tradeSettings } from '../../test/test-app.ts';
import {
  createTestDatabase,
  readOnlyTables,
  type TestDatabase,
  withClient,
  withDatabaseName,
} from '../../test/test-database.ts';
import { identitySessions, identityUsers } from '../db/schema/identity.ts';
import { images, users } from '../db/schema/index.ts';
import { loadDemoData } from '../demo/index.ts';
import { imageFileNames } from '../features/images/index.ts';
import { checkInvariants } from '../features/ledger/check-invariants.ts';
import { ledgerChain } from '../features/ledger/index.ts';
import { newId } from '../platform/ids.ts';
import { sealChain } from '../platform/sealing/index.ts';
import { imageListFile, imagePathIn } from './image-list.ts';
import {
  type BackupOptions,
  backUp,
  checkBackup,
  createKeyFile,
  listBackups,
  readKeyFile,
  requireImeiSecret,
  restoreBackup,
  restoreSecrets,
  verifyRestored,
} from './index.ts';
import { createMemoryStore } from './memory-store.fixture.ts';
import { filledByMigrations } from './restore-backup.ts';

const imeiSecret = 'a secret of the tests for the numbers of devices';
const clock = { now: () => new Date('2026-11-21T10:00:00Z') };

let source: TestDatabase;
let sourceUrls: { url: string; ownerUrl: string };
const { files, store } = createMemoryStore();

beforeAll(async () => {
  source = await createTestDatabase();
  sourceUrls = { url: source.url, ownerUrl: source.ownerUrl };
  // As in a database that is no clone of the template.
  await source.executeAsOwner(
    `grant insert, update, delete on ${readOnlyTables} to ${new URL(source.url).username}`,
  );
  await loadDemoData({
    db: source.db,
    // The pictures of the catalogue need not be drawn.
    imageStore: { ...store, get: async () => Buffer.alloc(1) },
    accounts: { createAccount: async ({ email }) => ({ uid: `uid of ${email}` }) },
    clock,
    trade: tradeSettings,
    imeiSecret,
    publicUrl: 'http://redial.test',
    onProgress: () => undefined,
  });
  const kept = await source.db.select().from(images).orderBy(images.id).limit(10);
  await source.db.delete(images).where(gt(images.id, kept.at(-1)?.id ?? ''));
  for (const { id, width } of kept) {
    for (const name of imageFileNames(id, width)) files.set(name, Buffer.from(name));
  }
  await checkInvariants({ db: source.db, jobs: { trigger: () => undefined } });
  await sealChain({ db: source.db }, ledgerChain);
}, 120_000);
afterAll(() => source.close());

const createDir = async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-backup-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

async function backUpSource(options: Partial<BackupOptions> = {}) {
  const dir = options.dir ?? (await createDir());
  return backUp({
    connectionString: source.url,
    imageStore: store,
    imeiSecret,
    dataDir: dir,
    dir,
    recipients: [],
    now: new Date(),
    ...options,
  });
}

/** A new database, owned by the owner of the source. */
async function createTarget() {
  const { superuserUrl, ownerUrl, url } = inject('postgres');
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await withClient(superuserUrl, (client) => client.query(`create database ${name} owner redial`));
  onTestFinished(() =>
    withClient(superuserUrl, async (client) => {
      await client.query(`drop database ${name} with (force)`);
    }),
  );
  return { url: withDatabaseName(url, name), ownerUrl: withDatabaseName(ownerUrl, name) };
}

/** The content of every table, constraint, trigger and sequence, as hashes. */
const describeDatabase = (url: string) =>
  withClient(url, async (client: pg.Client) => {
    await client.query(`set timezone = 'UTC'`);
    const { rows } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
        where schemaname in ('public', 'identity', 'sandbox_cards') order by 1`,
    );
    const described: Record<string, unknown> = {};
    for (const { name } of rows) {
      const { rows: content } = await client.query(
        `select count(*), md5(string_agg(t::text, chr(10) order by t::text)) as hash from ${name} t`,
      );
      described[name] = content[0];
    }
    for (const [name, query] of Object.entries({
      constraints: `select conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
        where connamespace::regnamespace::text in ('public', 'identity', 'sandbox_cards') order by conrelid::regclass::text, conname`,
      triggers: `select tgrelid::regclass, tgname, tgenabled from pg_trigger where not tgisinternal order by tgrelid::regclass::text, tgname`,
      rights: `select table_name, privilege_type from information_schema.role_table_grants
        where grantee = 'redial_app' order by 1, 2`,
    })) {
      described[name] = (await client.query(query)).rows;
    }
    return described;
  });

async function addImage(): Promise<{ id: string; names: string[] }> {
  const id = newId();
  const [user] = await source.db.select({ id: users.id }).from(users).limit(1);
  await source.db
    .insert(images)
    .values({ id, uploadedBy: user?.id ?? '', width: 320, height: 320 });
  const names = imageFileNames(id, 320);
  for (const name of names) files.set(name, Buffer.from(name));
  return { id, names };
}

async function addSession(): Promise<void> {
  const owner = { id: newId(), name: 'Ines', email: 'ines@mail.com' };
  await source.db.insert(identityUsers).values(owner);
  const session = { id: newId(), token: newId(), userId: owner.id, expiresAt: clock.now() };
  await source.db.insert(identitySessions).values(session);
}

async function removeImage({ id, names }: { id: string; names: string[] }): Promise<void> {
  for (const name of names) files.delete(name);
  await source.db.delete(images).where(eq(images.id, id));
}

test('a restored backup equals the database at its snapshot, with every image that it names, whatever is written meanwhile', {
  timeout: 60_000,
}, async () => {
  await addSession();
  const old = await addImage();
  let added = { id: '', names: [''] };
  let added2 = added;
  let snapshots = 0;
  let expected: unknown;
  const keyFile = path.join(await createDir(), 'key');
  const recipients = [await createKeyFile(keyFile, new Date())];
  const {
    dir,
    manifest,
    images: copied,
  } = await backUpSource({
    recipients,
    onStep: async (step) => {
      if (step === 'images copied') {
        await removeImage(old);
        added = await addImage();
        added2 = await addImage();
      }
      if (step !== 'snapshot taken') return;
      snapshots++;
      // The first snapshot names an image that is deleted before it is copied.
      if (snapshots === 1) {
        await removeImage(added);
        return;
      }
      // Sessions are not restored.
      await source.db.delete(identitySessions);
      expected = await describeDatabase(sourceUrls.ownerUrl);
      await addImage();
      await source.db.update(users).set({ name: 'Renamed meanwhile' });
    },
  });
  expect(snapshots).toBe(2);
  expect(manifest.missingImages).toEqual([]);
  const names = [...copied.keys()].sort();
  expect(names).toEqual(expect.arrayContaining(added2.names));
  for (const name of [...old.names, ...added.names]) expect(names).not.toContain(name);

  const target = await createTarget();
  const restored = createMemoryStore();
  const backup = await checkBackup(dir, await readKeyFile(keyFile));
  await restoreBackup(backup, { urls: target, imageStore: restored.store });
  expect(await describeDatabase(target.ownerUrl)).toEqual(expected);
  expect([...restored.files.keys()].sort()).toEqual(names);
  expect(restored.files.get(added2.names[0] ?? '')).toEqual(Buffer.from(added2.names[0] ?? ''));
  // Sequences continue behind every row.
  await withClient(target.ownerUrl, (client) =>
    client.query(`insert into outbox (kind, dedupe, payload) values ('mail.send', 'x', '{}')`),
  );
  const lines: string[] = [];
  expect(await verifyRestored(target, backup, (line) => lines.push(line))).toEqual([]);
  expect(lines.join()).toMatch(/rows in [1-9]\d* blocks of the chain "ledger"/);

  // It is not restored a second time.
  await expect(restoreBackup(backup, { urls: target, imageStore: restored.store })).rejects.toThrow(
    'The database is not empty',
  );
  // The verification finds a changed row and a missing image.
  await withClient(target.ownerUrl, async (client) => {
    await client.query('alter table ledger_entries disable trigger user');
    await client.query(
      'update ledger_entries set amount_cents = amount_cents + 1 where id = (select min(id) from ledger_entries)',
    );
    await client.query(
      `insert into images select gen_random_uuid(), id, 320, 320 from users limit 1`,
    );
  });
  const wrong = (await verifyRestored(target, backup, () => undefined)).join('\n');
  expect(wrong).toMatch(/ledger transaction \d+ was changed/);
  expect(wrong).toMatch(/The image \S+ is not in the backup/);
});

test('an encrypted backup says nothing without its key, and its generated secrets come back', async () => {
  const dir = await createDir();
  await writeFile(path.join(dir, 'imei-secret'), imeiSecret);
  const keyFile = path.join(dir, 'key');
  const recipient = await createKeyFile(keyFile, new Date());
  expect((await stat(keyFile)).mode & 0o077).toBe(0);
  await expect(createKeyFile(keyFile, new Date())).rejects.toThrow('cannot be written');
  const made = await backUpSource({ dir, recipients: [recipient] });
  const encrypted = [
    ...Object.keys(made.manifest.files).filter((file) => file !== imageListFile),
    ...[...made.images.keys()].map((name) => imagePathIn(name, '.age')),
  ];
  for (const file of encrypted) {
    expect((await readFile(path.join(made.dir, file))).toString('latin1')).toMatch(
      /^age-encryption.org/,
    );
  }
  await expect(checkBackup(dir, undefined)).rejects.toThrow(`encrypted for ${recipient}`);
  const other = path.join(dir, 'other');
  await createKeyFile(other, new Date());
  await expect(checkBackup(dir, await readKeyFile(other))).rejects.toThrow('cannot be decrypted');

  const backup = await checkBackup(dir, await readKeyFile(keyFile));
  const dataDir = await createDir();
  await restoreSecrets(backup, dataDir);
  expect(await readFile(path.join(dataDir, 'imei-secret'), 'utf8')).toBe(imeiSecret);
  await writeFile(path.join(dataDir, 'imei-secret'), 'another');
  await expect(restoreSecrets(backup, dataDir)).rejects.toThrow('is not that of the backup');
  requireImeiSecret(backup, [imeiSecret]);
  expect(() => requireImeiSecret(backup, ['another secret'])).toThrow('IMEI_SECRET is not the one');
});

test('a truncated, changed or missing file is found, and an interrupted backup is none', async () => {
  const dir = await createDir();
  const crash = new Error('crash');
  // As after a crash: what a killed process leaves has no manifest.
  await expect(
    backUpSource({
      dir,
      onStep: async (step) => {
        if (step !== 'tables copied') return;
        const [unfinished = ''] = await readdir(dir);
        expect(await readdir(path.join(dir, unfinished))).not.toContain('manifest.json');
        await expect(checkBackup(dir, undefined)).rejects.toThrow('has no complete backup');
        await expect(checkBackup(path.join(dir, unfinished), undefined)).rejects.toThrow(
          'has no complete backup',
        );
        throw crash;
      },
    }),
  ).rejects.toThrow(crash);
  expect(await readdir(dir)).toEqual([]);

  const { dir: made, manifest } = await backUpSource({ dir });
  const table = path.join(made, manifest.tables.find(({ name }) => name === 'orders')?.file ?? '');
  const content = await readFile(table);
  await truncate(table, content.length - 1);
  await expect(checkBackup(dir, undefined)).rejects.toThrow('is damaged: database/public.orders');
  content[20] = (content[20] ?? 0) ^ 1;
  await writeFile(table, content);
  await expect(checkBackup(dir, undefined)).rejects.toThrow('is damaged: database/public.orders');
  await rm(table);
  await expect(checkBackup(dir, undefined)).rejects.toThrow('is damaged: database/public.orders');
  await truncate(path.join(made, 'manifest.json'), 1000);
  await expect(checkBackup(dir, undefined)).rejects.toThrow('manifest.json is damaged');
});

test('a damaged image can be left out, and the next backup copies it again', async () => {
  const dir = await createDir();
  const backUpAt = (hour: number) =>
    backUpSource({ dir, now: new Date(Date.UTC(2026, 10, 23, hour)) });
  const { dir: made, images: copied } = await backUpAt(1);
  const [name = ''] = copied.keys();
  const image = path.join(made, 'images', name.slice(34, 36), name);
  const content = await readFile(image);
  content[0] = (content[0] ?? 0) ^ 1;
  await writeFile(image, content);
  await expect(checkBackup(made, undefined)).rejects.toThrow(
    `${name} missing or changed since it was written; --skip-damaged-images restores`,
  );
  const backup = await checkBackup(made, undefined, { skipDamagedImages: true });
  expect(backup.skippedImages).toEqual([name]);
  expect([...backup.images.keys()]).toEqual([...copied.keys()].filter((one) => one !== name));

  const { dir: second } = await backUpAt(2);
  expect((await checkBackup(second, undefined)).images.has(name)).toBe(true);
  // As on a disk that cannot read it any more: root could read a file without permissions.
  const unreadable = path.join(second, 'images', name.slice(34, 36), name);
  await rm(unreadable);
  await mkdir(unreadable);
  const { dir: third } = await backUpAt(3);
  expect((await checkBackup(third, undefined)).images.has(name)).toBe(true);
});

test('only the newest backups are kept, their images are stored once, and two at a time are refused', async () => {
  const dir = await createDir();
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour));
  const made = [];
  for (const hour of [1, 2, 3])
    made.push((await backUpSource({ dir, keep: 2, now: at(hour) })).dir);
  expect(await listBackups(dir)).toEqual(made.slice(1));
  expect((await readdir(dir)).length).toBe(2);
  const [name = ''] = [...files.keys()];
  const image = path.join('images', name.slice(34, 36), name);
  const [second, third] = await Promise.all(
    made.slice(1).map((one) => stat(path.join(one, image))),
  );
  expect(third?.ino).toBe(second?.ino);
  expect((await checkBackup(dir, undefined)).dir).toBe(made[2]);

  await backUpSource({
    dir,
    now: at(4),
    onStep: async (step) => {
      if (step !== 'snapshot taken') return;
      await expect(backUpSource({ dir, now: at(5) })).rejects.toThrow('another backup');
    },
  });
});

test('an image that the store has lost is reported, and does not prevent the backup', async () => {
  const image = await addImage();
  const [lost = ''] = image.names;
  files.delete(lost);
  const { manifest } = await backUpSource({ uploadPatienceMs: 100 });
  expect(manifest.missingImages).toEqual([lost]);
  await removeImage(image);
});

test('the tables that migrations fill are known', async () => {
  const { superuserUrl } = inject('postgres');
  const target = await createTarget();
  const { migrate } = await import('../db/index.ts');
  await migrate(target.ownerUrl, 'redial_app');
  const filled = await withClient(
    withDatabaseName(superuserUrl, new URL(target.url).pathname.slice(1)),
    async (client: pg.Client) => {
      const { rows } = await client.query<{ name: string; filled: boolean }>(
        `select relname as name, (xpath('//n/text()', query_to_xml(
            format('select count(*) as n from %s', oid::regclass), false, true, '')))[1]::text <> '0' as filled
        from pg_class where relkind = 'r'
          and relnamespace::regnamespace::text in ('public', 'identity', 'sandbox_cards')`,
      );
      return rows.filter(({ filled: has }) => has).map(({ name }) => name);
    },
  );
  expect([...filledByMigrations].sort()).toEqual(filled.sort());
});

test('a database that a server uses is not restored into; one whose server is stopping is', async () => {
  const { dir } = await backUpSource();
  const backup = await checkBackup(dir, undefined);
  const target = await createTarget();
  const restore = () =>
    restoreBackup(backup, { urls: target, imageStore: createMemoryStore().store });
  const server = new pg.Client({ connectionString: target.ownerUrl, application_name: 'redial' });
  await server.connect();
  await expect(restore()).rejects.toThrow('Redial uses this database: stop it first');
  setTimeout(() => void server.end(), 500);
  await restore();
});
