import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** How many rows the table had when it was last added to; it never has fewer. */
const recorded = 278;

interface Row {
  readonly id: string;
  readonly says: string;
  readonly lives: string;
  /** The test files that show it. */
  readonly shownBy: readonly string[];
}

/** The rows of the table, from its Markdown. */
const rowsOf = (markdown: string): Row[] =>
  [...markdown.matchAll(/^\| (\d\.\d+) \| (.+?) \| `(.+?)` \| (.*?) \| .*\|$/gm)].map(
    ([, id = '', says = '', lives = '', tests = '']) => ({
      id,
      says,
      lives,
      shownBy: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }),
  );

/** The rows that the titles of a test file name: texts that begin with ids in brackets. */
const idsIn = (source: string): string[] =>
  [...source.matchAll(/['"`]\[(\d\.\d+(?:, \d\.\d+)*)\]/g)].flatMap(([, ids = '']) =>
    ids.split(', '),
  );

interface Found {
  readonly rows: readonly Row[];
  /** The ids in each test file's titles. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
}

/** What is wrong between the table and the tests, in sentences. */
function faultsOf({ rows, titles }: Found): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const faults = rows.length < recorded ? [`the table has ${rows.length} rows`] : [];
  if (known.size < rows.length) faults.push('an id is given twice');
  for (const { id, shownBy } of rows) {
    if (shownBy.length === 0) faults.push(`${id} is shown by no test`);
    for (const file of shownBy) {
      if (!titles.get(file)?.includes(id)) faults.push(`${file} has no test of ${id}`);
    }
  }
  for (const [file, ids] of titles) {
    for (const id of ids) {
      if (!known.has(id)) faults.push(`${file} names ${id}, which is no row`);
      else if (!rows.some((row) => row.id === id && row.shownBy.includes(file))) {
        faults.push(`${id} does not name ${file}`);
      }
    }
  }
  return faults;
}

const testFiles = ['apps', 'packages', 'e2e'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules')),
);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const found: Found = {
  rows: rowsOf(read('docs/conformance.md')),
  titles: new Map(
    testFiles.map((file) => [file, idsIn(read(file))] as const).filter(([, ids]) => ids.length > 0),
  ),
};

test('every row of the conformance table is shown by the tests that it names', () => {
  expect(faultsOf(found)).toEqual([]);
});

test('a table that lost a row or a test, and a title that names no row, are caught', () => {
  const [first, ...others] = found.rows;
  if (!first) throw new Error('the table is empty');
  const file = first.shownBy[0] ?? '';
  expect(faultsOf({ ...found, rows: others })).toContain(`the table has ${others.length} rows`);
  expect(faultsOf({ ...found, rows: [first, ...found.rows] })).toContain('an id is given twice');
  expect(faultsOf({ ...found, rows: [{ ...first, shownBy: [] }, ...others] })).toEqual(
    expect.arrayContaining([
      `${first.id} is shown by no test`,
      `${first.id} does not name ${file}`,
    ]),
  );
  const titles = new Map(found.titles).set(file, ['9.99']);
  expect(faultsOf({ ...found, titles })).toEqual(
    expect.arrayContaining([
      `${file} has no test of ${first.id}`,
      `${file} names 9.99, which is no row`,
    ]),
  );
});

test('ids are read out of the titles of tests', () => {
  const source = "test('[2.14, 8.2] a page', x); test.each(a)(`[3.1] $name`, y); test('no row', z)";
  expect(idsIn(source)).toEqual(['2.14', '8.2', '3.1']);
});
