import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findConstructs, renderTable } from './distributed-sql.ts';

const scale = readFileSync(path.resolve(import.meta.dirname, '../../docs/scale.md'), 'utf8');

/** The counts of places are a snapshot: they may grow without a new table. */
const withoutCounts = (table: string) => table.replaceAll(/\| \d+ in \d+ files? \|/g, '| |');

test('every kind of SQL in the table is in the sources, and every one in the sources in the table', () => {
  for (const [name, { places, files }] of findConstructs()) {
    expect(places, name).toBeGreaterThan(0);
    expect(files.length, name).toBeGreaterThan(0);
  }
  const [, table = ''] = /\n(\| SQL \|[\s\S]+?)\n\n/.exec(scale) ?? [];
  expect(withoutCounts(table)).toBe(withoutCounts(renderTable()));
});

test('what needs the whole database, and would be the first to go, is found where it is', () => {
  const found = findConstructs();
  expect(found.get('`LISTEN`, `NOTIFY`')?.files).toContain('apps/api/src/features/live/publish.ts');
  expect(found.get('advisory locks')?.files).toContain('apps/api/src/db/migrate.ts');
  expect(found.get('triggers')?.files).toEqual([
    'apps/api/src/db/schema/catalogue-revisions.sql',
    'apps/api/src/db/schema/triggers.sql',
  ]);
});
