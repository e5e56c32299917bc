import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

test.each(documents)('%s names commands that exist', (document) => {
  const commands = all(read(document), /npm run ([\w:-]+)/g);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

test.each(documents)('%s names paths that exist', (document) => {
  const text = read(document);
  const links = all(text, /\]\((?!https?:)([^)#]+)\)/g).map((link) =>
    path.join(path.dirname(document), link),
  );
  const named = all(text, /(?<![\w./-])((?:apps|packages|tooling|e2e|docs|bench)\/[\w./-]*\w)/g);
  const missing = [...links, ...named].filter((file) => !existsSync(path.join(root, file)));
  expect(missing).toEqual([]);
});

test.each(documents)('%s names settings that exist', (document) => {
  const named = all(read(document), /`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g);
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
});

test('the README is short', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120);
});

test('the scripts name files that exist', () => {
  const files = Object.values(scripts).flatMap((script) => all(script, /(tooling\/[\w.-]+)/g));
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
