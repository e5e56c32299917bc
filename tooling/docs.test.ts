import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ledgerInvariantNames } from '@redial/contract';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
/** Environment variables that are not settings of Redial. */
const testVariables = ['PROPERTY_TEST_SCALE', 'LONG_TESTS', 'PROPERTY_TEST_SEED'];
/** Build output: documents may name it, and a fresh clone does not have it. */
const generated = /^apps\/[^/]+\/build(-commands)?(\/|$)/;

const findAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match = '']) => match);

/** Paths of links and of files named in the text, relative to the root, that do not exist. */
function missingPaths(document: string, text: string): string[] {
  const links = findAll(text, /\]\((?!https?:)([^)#]+)\)/g).map((link) =>
    path.join(path.dirname(document), link),
  );
  const named = findAll(
    text,
    /(?<![\w./-])((?:apps|packages|tooling|e2e|docs|bench)\/[\w./-]*\w)/g,
  );
  return [...links, ...named].filter(
    (file) => !generated.test(file) && !existsSync(path.join(root, file)),
  );
}

test.each(documents)('%s names only existing commands', (document) => {
  const commands = findAll(read(document), /npm run (?:-s )?([\w:-]+)/g);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

test.each(documents)('%s names only existing paths', (document) => {
  expect(missingPaths(document, read(document))).toEqual([]);
});

test('a missing path is reported', () => {
  const text = '[a](gone.md), `apps/api/src/gone.ts` and `apps/server/build/main.js`';
  expect(missingPaths('README.md', text)).toEqual(['gone.md', 'apps/api/src/gone.ts']);
});

test.each(documents)('%s names only existing settings', (document) => {
  const named = findAll(read(document), /`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g);
  const known = [...settings, ...testVariables];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

/** The tests that a table names as `` `path`: “title” ``. */
const namedTests = [...read('SECURITY.md').matchAll(/`([\w./-]+)`: “([^”]+)”/g)].map(
  ([, file = '', title = '']) => [file, title] as const,
);

test('SECURITY.md names a test for each finding of a review', () => {
  const [, table = ''] = read('SECURITY.md').split('## Findings of reviews');
  const rows = findAll(table.split('\n## ')[0] ?? '', /^\| (?!Finding|---)(.+) \|$/gm);
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => !/`[^`]+`: “/.test(row))).toEqual([]);
});

test.each(namedTests)('%s has the test “%s”', (file, title) => {
  expect(read(file)).toContain(title);
});

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; those of level 3 follow them. */
const asvsSections: Readonly<Record<string, number>> = {
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
};
const asvsIds = Object.entries(asvsSections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);
/** Met because something does not exist. */
const untestable = ['6.2.10'];

/** The rows of the comparison with ASVS: the requirements that each is about, its state, and where it is shown. */
const asvsRows = (read('SECURITY.md').split('\n## OWASP ASVS')[1] ?? '')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, about = '', state = '', where = ''] = line.split('|').map((cell) => cell.trim());
    const ids = findAll(about, /(\d+\.\d+\.\d+)/g);
    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    const range = asvsIds.slice(asvsIds.indexOf(first), asvsIds.indexOf(last) + 1);
    return { ids: about.includes(`${first} to `) ? range : ids, state, where };
  });

test('SECURITY.md compares Redial with each requirement of ASVS, chapters 6 to 8, level 2, once', () => {
  const ids = asvsRows.flatMap((row) => row.ids);
  expect(ids.toSorted()).toEqual(asvsIds.toSorted());
});

test('what SECURITY.md says to be met names its test, and what is open the reason', () => {
  const identity = 'apps/api/src/adapters/identity';
  for (const { ids, state, where } of asvsRows) {
    const tests = findAll(where, /`([\w./-]+\.(?:test|spec)\.ts)`/g).map((file) =>
      file.includes('/') ? file : `${identity}/${file}`,
    );
    expect(['met', 'open', 'not applicable'], ids.join()).toContain(state);
    expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    const isShown = tests.length > 0 || ids.every((id) => untestable.includes(id));
    if (state === 'met') expect(isShown, ids.join()).toBe(true);
    if (state === 'open') expect(where, ids.join()).not.toBe('');
  }
});

/** The sections of a part of a Markdown file, by heading. */
function parseSections(markdown: string, part: string): Map<string, string> {
  const [, text = ''] = markdown.split(`\n## ${part}\n`);
  const sections = (text.split('\n## ')[0] ?? '').split('\n### ').slice(1);
  return new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.split('\n');
      return [name, lines.join(' ')];
    }),
  );
}

const runbook = parseSections(read('docs/trade.md'), 'Runbook');

test('the runbook has a section for each invariant of the ledger, and no other', () => {
  expect([...runbook.keys()]).toEqual([...ledgerInvariantNames]);
});

test.each(ledgerInvariantNames)('the runbook says what to do if %s is violated', (name) => {
  const section = runbook.get(name) ?? '';
  expect(section).toMatch(
    /(?:^|[.:] )\s*(?:\d\. )?(?:Look|Compare|Find|Stop|Copy|Continue|Post|Then)\b/,
  );
  expect(section.length).toBeGreaterThan(150);
});

test('the README has at most 120 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120);
});

/** The recipes of CONTRIBUTING.md, with the files that each lists. */
function parseRecipes(markdown: string): { name: string; count: number; files: string[] }[] {
  const sections = markdown.split(/^### /m).slice(1);
  return sections.map((section) => {
    const [, name = '', count = ''] = /^(.+) \((\d+) files\)$/m.exec(section) ?? [];
    return { name, count: Number(count), files: findAll(section, /^\d+\. `([^`]+)`: /gm) };
  });
}

/** How many files a recipe may list at most, tests included. */
const maxFiles: Record<string, number> = {
  'Add a field to a product': 12,
  'Add an endpoint': 6,
  'Add an error': 3,
  'Add a mail provider': 4,
  'Add a public page': 4,
  'Add a page of the dashboard': 4,
  'Add a migration': 5,
  'Add a setting': 4,
  'Add a notification': 5,
};
const recipes = parseRecipes(read('CONTRIBUTING.md'));

test('every recipe is limited', () => {
  expect(recipes.map(({ name }) => name)).toEqual(Object.keys(maxFiles));
});

test.each(recipes)(
  'the recipe "$name" lists existing files, and not too many',
  ({ name, count, files }) => {
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    expect(files).toHaveLength(count);
    expect(files.length).toBeLessThanOrEqual(maxFiles[name] ?? 0);
  },
);

test('the CI workflow runs commands of the README', () => {
  const commands = findAll(read('.github/workflows/ci.yml'), /- run: (.+)$/gm);
  expect(commands.length).toBeGreaterThan(0);
  const readme = read('README.md').split('\n');
  expect(commands.filter((command) => !readme.includes(command))).toEqual([]);
});

test('npm scripts name existing files', () => {
  const files = Object.values(scripts).flatMap((script) => findAll(script, /(tooling\/[\w.-]+)/g));
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('decision records are numbered one after the other, and named by their number', () => {
  const files = readdirSync(path.join(root, 'docs/decisions')).sort();
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers).toEqual(files.map((_, index) => String(index + 1).padStart(4, '0')));
  for (const [index, file] of files.entries()) {
    const [title] = readFileSync(path.join(root, 'docs/decisions', file), 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${numbers[index]}:? `));
  }
});
