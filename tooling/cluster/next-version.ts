import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** What the built server reads: the bundle, the files beside its sources, and the pages. */
const copied = ['apps/server/build', 'apps/api/src', 'apps/web/build'];

/**
 * The migration of the next version: columns of tables that are in use, a table, and an index that is
 * built without blocking writes.
 */
const migration = `
alter table "products" add column "next_version_note" text;
--> statement-breakpoint
alter table "orders" add column "next_version_note" text;
--> statement-breakpoint
create table "next_version_notes" ("id" bigserial primary key, "product_id" uuid not null references "products" ("id"));
`;
const index = `
create index concurrently if not exists products_next_version_note
  on products (next_version_note) where next_version_note is not null;
`;

export interface NextVersion {
  readonly root: string;
  /** URL paths of a script that only the version before has, and of one that only this one has. */
  readonly scripts: readonly string[];
}

/**
 * Creates the next version of the built server in a directory: the same program with a migration more, and
 * with another name for one of its scripts.
 */
export async function createNextVersion(dir: string): Promise<NextVersion> {
  for (const part of copied) {
    await mkdir(path.join(dir, path.dirname(part)), { recursive: true });
    await cp(path.join(root, part), path.join(dir, part), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  await cp(path.join(root, 'package.json'), path.join(dir, 'package.json'));

  const migrations = path.join(dir, 'apps/api/src/db/migrations');
  const journalFile = path.join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1) ?? { idx: -1, when: 0 };
  const added = { idx: last.idx + 1, when: last.when + 1, tag: 'next-version' };
  journal.entries.push({ ...last, ...added });
  await writeFile(journalFile, JSON.stringify(journal));
  await writeFile(path.join(migrations, `${added.tag}.sql`), migration);
  await appendFile(path.join(dir, 'apps/api/src/db/schema/concurrent-indexes.sql'), index);
  return { root: dir, scripts: await renameScript(path.join(dir, 'apps/web/build/client/assets')) };
}

/** Gives a script another hash. @returns the URL paths of both. */
async function renameScript(assets: string): Promise<string[]> {
  const name = (await readdir(assets)).find((file) => file.endsWith('.js'));
  if (!name) throw new Error(`${assets} has no scripts`);
  const renamed = name.replace(/-[\w-]{8}\.js$/, '-NEXTHASH.js');
  await rename(path.join(assets, name), path.join(assets, renamed));
  return [`/assets/${name}`, `/assets/${renamed}`];
}
