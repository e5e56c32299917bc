import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chromiumFlags } from './chromium-flags.ts';

test('Chromium is started without the features that Playwright disables', () => {
  const require = createRequire(import.meta.url);
  const playwright = createRequire(require.resolve('@playwright/test/package.json'));
  const folder = path.dirname(playwright.resolve('playwright-core/package.json'));
  const source = readFileSync(path.join(folder, 'lib/coreBundle.js'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[(.*?)\]/s.exec(source) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(names).not.toEqual([]);
  const [disabled = ''] = chromiumFlags.filter((flag) => flag.startsWith('--disable-features='));
  expect(disabled.replace('--disable-features=', '').split(',')).toEqual(
    expect.arrayContaining(names),
  );
});
