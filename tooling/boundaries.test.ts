import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IForbiddenRuleType,
} from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: (IForbiddenRuleType & { name: string })[];
  options: ICruiseOptions;
};

/** For each rule an import that violates it: from this file, to that one. */
const breaches: Record<string, [from: string, to: string][]> = {
  'imports-exist': [['packages/contract/src/lost.ts', './nowhere.ts']],
  'contract-is-a-leaf': [['packages/contract/src/leaf.ts', 'fastify']],
  'web-knows-the-contract-only': [
    ['apps/web/app/a.ts', '../../api/src/app.ts'],
    ['apps/web/app/b.ts', 'fastify'],
  ],
  'web-features-stay-apart': [['apps/web/app/features/one/a.tsx', '../two/b.tsx']],
  'web-ui-is-presentation': [['apps/web/app/ui/a.tsx', '../features/one/c.tsx']],
  'api-knows-no-outside': [['apps/api/src/outside.ts', '../../server/src/main.ts']],
  'features-through-their-index': [['apps/api/src/features/orders/a.ts', '../payments/settle.ts']],
  'ground-knows-no-feature': [
    ['apps/api/src/platform/a.ts', '../features/orders/b.ts'],
    ['apps/api/src/ports/a.ts', '../adapters/mailer/smtp.ts'],
    ['apps/api/src/db/a.ts', '../features/orders/b.ts'],
  ],
  'adapters-know-ports-only': [
    ['apps/api/src/adapters/mailer/a.ts', '../../features/orders/b.ts'],
    ['apps/api/src/adapters/mailer/c.ts', '../../platform/tokens.ts'],
  ],
  'only-the-server-picks-adapters': [
    ['apps/api/src/features/orders/c.ts', '../../adapters/mailer/smtp.ts'],
  ],
  'server-through-entries': [['apps/server/src/a.ts', '../../api/src/platform/tokens.ts']],
  'browser-tests-over-http': [['e2e/a.ts', '../apps/api/src/app.ts']],
  'no-tests-in-code': [['apps/api/src/tested.ts', './tested.test.ts']],
  'no-cycles': [['apps/api/src/round/a.ts', './b.ts']],
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'redial-boundaries-'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const imports = Object.values(breaches).flat();
  for (const [from, to] of imports) {
    const target = path.join(path.dirname(from), to);
    if (to.startsWith('.') && !to.includes('nowhere')) await write(target, 'export type T = 1;\n');
  }
  // Type-only imports count like value imports.
  for (const [from, to] of imports) {
    await write(from, importOf(to));
  }
  await write(
    'apps/api/src/round/b.ts',
    `${importOf('./a.ts')}export function f() {\n  using _held = { [Symbol.dispose]() {} };\n}\n`,
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('every rule has an example that violates it', () => {
  expect(Object.keys(breaches).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

test.each(Object.entries(breaches))('the rule %s reports a violation', async (rule, imports) => {
  const { violations } = await cruised(folder, ['apps', 'packages', 'e2e']);
  for (const [from, to] of imports) {
    const caught = violations.filter((one) => one.rule.name === rule && one.from === from);
    expect(caught, `${from} → ${to}`).not.toEqual([]);
  }
});

test('all project files are analysed', async () => {
  const { totalCruised } = await cruised(path.resolve(import.meta.dirname, '..'), [
    'apps',
    'packages',
  ]);
  expect(totalCruised).toBeGreaterThan(250);
});

async function cruised(baseDir: string, folders: string[]) {
  const { output } = await cruise(folders, {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  return (output as ICruiseResult).summary;
}

const importOf = (file: string) => `import type { T } from '${file}';\nexport type { T };\n`;

async function write(file: string, text: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}
