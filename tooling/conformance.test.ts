import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** The number of rows when rows were last added; the table never has fewer. */
const minimumRows = 278;

interface Row {
  readonly id: string;
  readonly statement: string;
  readonly implementedIn: string;
  /** Test files. */
  readonly testedIn: readonly string[];
}

/** Parses the rows of the Markdown table. */
const parseRows = (markdown: string): Row[] =>
  [...markdown.matchAll(/^\| (\d\.\d+) \| (.+?) \| `(.+?)` \| (.*?) \| .*\|$/gm)].map(
    ([, id = '', statement = '', implementedIn = '', tests = '']) => ({
      id,
      statement,
      implementedIn,
      testedIn: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }),
  );

/** The ids that the test titles of a file start with, in brackets. */
const findIds = (source: string): string[] =>
  [...source.matchAll(/['"`]\[(\d\.\d+(?:, \d\.\d+)*)\]/g)].flatMap(([, ids = '']) =>
    ids.split(', '),
  );

interface Conformance {
  readonly rows: readonly Row[];
  /** Ids in test titles, by test file. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
}

/** Mismatches between table and tests, one sentence each. */
function findMismatches({ rows, titles }: Conformance): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const mismatches = rows.length < minimumRows ? [`the table has ${rows.length} rows`] : [];
  if (known.size < rows.length) mismatches.push('duplicate id');
  for (const { id, testedIn } of rows) {
    if (testedIn.length === 0) mismatches.push(`${id} has no test`);
    for (const file of testedIn) {
      if (!titles.get(file)?.includes(id)) mismatches.push(`${file} has no test of ${id}`);
    }
  }
  for (const [file, ids] of titles) {
    for (const id of ids) {
      if (!known.has(id)) mismatches.push(`${file} names the unknown row ${id}`);
      else if (!rows.some((row) => row.id === id && row.testedIn.includes(file))) {
        mismatches.push(`${id} does not name ${file}`);
      }
    }
  }
  return mismatches;
}

const testFiles = ['apps', 'packages', 'e2e'].flatMap((dir) =>
  readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(dir, name))
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules')),
);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const conformance: Conformance = {
  rows: parseRows(read('docs/conformance.md')),
  titles: new Map(
    testFiles
      .map((file) => [file, findIds(read(file))] as const)
      .filter(([, ids]) => ids.length > 0),
  ),
};

test('rows of the conformance table and test titles name each other', () => {
  expect(findMismatches(conformance)).toEqual([]);
});

test('a missing row, a missing test and an unknown id are reported', () => {
  const [first, ...others] = conformance.rows;
  if (!first) throw new Error('the table is empty');
  const file = first.testedIn[0] ?? '';
  expect(findMismatches({ ...conformance, rows: others })).toContain(
    `the table has ${others.length} rows`,
  );
  expect(findMismatches({ ...conformance, rows: [first, ...conformance.rows] })).toContain(
    'duplicate id',
  );
  expect(findMismatches({ ...conformance, rows: [{ ...first, testedIn: [] }, ...others] })).toEqual(
    expect.arrayContaining([`${first.id} has no test`, `${first.id} does not name ${file}`]),
  );
  const titles = new Map(conformance.titles).set(file, ['9.99']);
  expect(findMismatches({ ...conformance, titles })).toEqual(
    expect.arrayContaining([
      `${file} has no test of ${first.id}`,
      `${file} names the unknown row 9.99`,
    ]),
  );
});

test('ids are parsed from test titles', () => {
  const source = "test('[2.14, 8.2] a page', x); test.each(a)(`[3.1] $name`, y); test('no row', z)";
  expect(findIds(source)).toEqual(['2.14', '8.2', '3.1']);
});
