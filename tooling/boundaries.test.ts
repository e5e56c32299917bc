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
const violatingImports: Record<string, [from: string, to: string][]> = {
  'imports-exist': [['packages/contract/src/lost.ts', './missing.ts']],
  'demo-data-is-pure': [
    ['packages/demo-data/src/a.ts', 'node:fs'],
    ['packages/demo-data/src/b.ts', '../../../apps/api/src/db/client.ts'],
  ],
  'only-the-loader-uses-demo-data': [
    ['apps/api/src/db/demo.ts', '../../../../packages/demo-data/src/index.ts'],
    ['apps/api/src/platform/demo.ts', '../../../../packages/demo-data/src/index.ts'],
  ],
  'contract-is-a-leaf': [['packages/contract/src/leaf.ts', 'fastify']],
  'web-depends-on-contract-only': [
    ['apps/web/app/a.ts', '../../api/src/app.ts'],
    ['apps/web/app/b.ts', 'fastify'],
  ],
  'no-imports-between-web-features': [['apps/web/app/features/one/a.tsx', '../two/b.tsx']],
  'web-ui-is-presentational': [['apps/web/app/ui/a.tsx', '../features/one/c.tsx']],
  'api-imports-no-other-app': [['apps/api/src/outside.ts', '../../server/src/main.ts']],
  'features-import-through-index': [['apps/api/src/features/orders/a.ts', '../payments/settle.ts']],
  'platform-imports-no-feature': [
    ['apps/api/src/platform/a.ts', '../features/orders/b.ts'],
    ['apps/api/src/ports/a.ts', '../adapters/mailer/smtp.ts'],
    ['apps/api/src/db/a.ts', '../features/orders/b.ts'],
  ],
  'adapters-depend-on-ports-only': [
    ['apps/api/src/adapters/mailer/a.ts', '../../features/orders/b.ts'],
    ['apps/api/src/adapters/mailer/c.ts', '../../platform/tokens.ts'],
  ],
  'only-server-imports-adapters': [
    ['apps/api/src/features/orders/c.ts', '../../adapters/mailer/smtp.ts'],
  ],
  'server-imports-package-entries': [['apps/server/src/a.ts', '../../api/src/platform/tokens.ts']],
  'e2e-and-bench-use-http-only': [['e2e/a.ts', '../apps/api/src/app.ts']],
  'no-test-imports-in-code': [
    ['apps/api/src/tested.ts', './tested.test.ts'],
    ['apps/api/src/shared.ts', './shared.fixture.ts'],
  ],
  'no-cycles': [['apps/api/src/round/a.ts', './b.ts']],
};

let dir = '';

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'redial-boundaries-'));
  await writeFile(path.join(dir, 'package.json'), '{ "type": "module" }');
  const imports = Object.values(violatingImports).flat();
  for (const [from, to] of imports) {
    const target = path.join(path.dirname(from), to);
    if (to.startsWith('.') && !to.includes('missing')) await write(target, 'export type T = 1;\n');
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

afterAll(() => rm(dir, { recursive: true, force: true }));

test('every rule has an example that violates it', () => {
  expect(Object.keys(violatingImports).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

test.each(Object.entries(violatingImports))(
  'the rule %s reports a violation',
  async (rule, imports) => {
    const { violations } = await runCruiser(dir, ['apps', 'packages', 'e2e']);
    for (const [from, to] of imports) {
      const reported = violations.filter((one) => one.rule.name === rule && one.from === from);
      expect(reported, `${from} → ${to}`).not.toEqual([]);
    }
  },
);

test('all project files are analysed', async () => {
  const { totalCruised } = await runCruiser(path.resolve(import.meta.dirname, '..'), [
    'apps',
    'packages',
  ]);
  expect(totalCruised).toBeGreaterThan(250);
}, 60_000);

async function runCruiser(baseDir: string, dirs: string[]) {
  const { output } = await cruise(dirs, {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  return (output as ICruiseResult).summary;
}

const importOf = (file: string) => `import type { T } from '${file}';\nexport type { T };\n`;

async function write(file: string, text: string): Promise<void> {
  const target = path.join(dir, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}
