import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test as vitestTest } from 'vitest';
import { checkMigration, isSquawkInstalled } from './check-migration.ts';

/** CI runs on Linux. */
const test = vitestTest.skipIf(!isSquawkInstalled && process.platform !== 'linux');

const folder = path.resolve(import.meta.dirname, '../../apps/api/src/db/migrations');
const journal: { entries: { tag: string }[] } = JSON.parse(
  readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'),
);
const tags = journal.entries.map(({ tag }) => tag);

/**
 * The last migration from before this check. They were applied to databases without users: what they
 * lock is small, and there is no previous version of them to break.
 */
const baseline = '0062_scoped-revisions';

test('the baseline is a migration, so that the check begins after it', () => {
  expect(tags.indexOf(baseline)).toBe(62);
});

test.each(tags.slice(tags.indexOf(baseline) + 1))(
  'the migration %s locks no large table, and the previous version works with it',
  (tag) => {
    expect(checkMigration(readFileSync(path.join(folder, `${tag}.sql`), 'utf8'))).toEqual([]);
  },
);

test.each([
  ['adding-required-field', 'alter table users add column note text not null'],
  ['adding-not-nullable-field', 'alter table users alter column note set not null'],
  [
    'adding-field-with-default',
    'alter table users add column at timestamptz default clock_timestamp()',
  ],
  [
    'adding-field-with-default',
    'alter table users add column n int generated always as (1) stored',
  ],
  ['serial-column', 'alter table users add column n bigserial'],
  ['require-concurrent-index-creation', 'create index users_note on users (note)'],
  [
    'ban-concurrent-index-creation-in-transaction',
    'create index concurrently if not exists users_note on users (note)',
  ],
  ['constraint-missing-not-valid', 'alter table users add constraint positive check (n > 0)'],
  [
    'constraint-missing-not-valid',
    'alter table users add constraint positive check (n > 0) not valid; alter table users validate constraint positive',
  ],
  [
    'adding-foreign-key-constraint',
    'alter table users add constraint f foreign key (n) references orders (id)',
  ],
  ['disallowed-unique-constraint', 'alter table users add constraint one unique (n)'],
  ['adding-serial-primary-key-field', 'alter table users add primary key (n)'],
  ['changing-column-type', 'alter table users alter column n type bigint'],
  ['ban-drop-column', 'alter table users drop column note'],
  ['renaming-column', 'alter table users rename column note to remark'],
  ['renaming-table', 'alter table users rename to people'],
  ['ban-drop-table', 'drop table users'],
  ['mass-write', "update users set note = ''"],
  [
    'mass-write',
    'with old as (select id from users) delete from users where id in (select id from old)',
  ],
  ['mass-write', 'truncate users'],
  ['copied-table', 'insert into people select * from users'],
  ['table-rewrite', 'alter table users set unlogged'],
  ['lock-table', 'lock table users'],
])('%s is found: %s', (rule, sql) => {
  const found = checkMigration(`create table others (id bigint primary key);\n${sql};`);
  expect(found.map((one) => one.rule)).toContain(rule);
  expect(found.find((one) => one.rule === rule)?.line).toBe(2);
});

test.each([
  ['a column that may be empty', 'alter table users add column note text'],
  [
    'a column with a constant default',
    "alter table users add column note text not null default ''",
  ],
  [
    'a constraint for new rows',
    'alter table users add constraint positive check (n > 0) not valid',
  ],
  ['an index that is no longer used', 'drop index users_note'],
  [
    'a new table with its keys, indexes and rows',
    'create table notes (id bigint primary key, n bigint); create index notes_n on notes (n); alter table notes add constraint f foreign key (n) references users (id); insert into notes select 1 from users; update notes set n = 1',
  ],
  [
    'a function that writes to a table',
    "create function f() returns void language sql as $$ update users set note = 'a;b' $$",
  ],
])('%s is accepted', (_, sql) => {
  expect(checkMigration(`${sql};`)).toEqual([]);
});

test('an exception counts for the next statement, and needs a reason', () => {
  const index = 'create index models_name on models (name);';
  const write = "update models set name = '';";
  const reason = '-- Some hundred rows, which only imports write.\n';
  const rules = (sql: string) => checkMigration(sql).map(({ rule }) => rule);
  expect(rules(`${reason}-- squawk-ignore require-concurrent-index-creation\n${index}`)).toEqual(
    [],
  );
  expect(rules(`${reason}-- check-ignore mass-write\n${write}`)).toEqual([]);
  expect(rules(`${reason}-- check-ignore mass-write\n${write}\n${write}`)).toEqual(['mass-write']);
  expect(rules(`-- squawk-ignore require-concurrent-index-creation\n${index}`)).toEqual([
    'unexplained-exception',
  ]);
  expect(rules(`-- Because.\n-- check-ignore mass-write\n${write}`)).toEqual([
    'unexplained-exception',
  ]);
});
