import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const maxLines = 400;

/** Files that are longer, each with the reason. None is added without one. */
const exceptions: Readonly<Record<string, string>> = {
  'apps/api/src/db/schema/triggers.sql':
    'one script: functions and triggers in the order of creation',
  'packages/contract/src/data-export.ts': 'one schema: all that is stored about a user',
  'apps/server/src/config/environment.ts': 'one schema, whose order is that of `.env.example`',
  'apps/api/src/demo/load-demo-data.test.ts':
    'its tests share one loading, which takes nine seconds',
};

const skipped = /(^|\/)(node_modules|build|dist|migrations|\.[\w-]+)(\/|$)/;

const sources = ['apps', 'packages', 'e2e', 'bench', 'tooling', 'deploy'].flatMap((dir) =>
  readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' })
    .map((file) => `${dir}/${file}`)
    .filter((file) => /\.(tsx?|mts|mjs|cjs|css|sql)$/.test(file) && !skipped.test(file)),
);
const isLong = (file: string): boolean =>
  readFileSync(path.join(root, file), 'utf8').split('\n').length - 1 > maxLines;

test('no source or test file is longer than 400 lines, except those listed here', () => {
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter(isLong).sort()).toEqual(Object.keys(exceptions).sort());
});
