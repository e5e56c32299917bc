import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fontsDir, subsetFonts } from './fonts.mjs';

test('The subsets of the fonts are made of the installed fonts and the characters in fonts.css.', async () => {
  const subsets = await subsetFonts();
  const files = (await readdir(fontsDir)).filter((file) => file.endsWith('.woff2'));
  expect(files.toSorted()).toEqual(subsets.map(({ name }) => name).toSorted());
  for (const { name, content } of subsets) {
    const file = await readFile(path.join(fontsDir, name));
    expect(file.equals(content), `${name} is outdated: npm run fonts`).toBe(true);
  }
});
