import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { root } from './processes.mjs';

const styles = path.join(root, 'apps/web/app/styles');

/** The folder with the subsets. `fonts.css` loads them. */
export const fontsDir = path.join(styles, 'fonts');

const fonts = [
  'bricolage-grotesque-latin-700-normal',
  'instrument-sans-latin-400-normal',
  'instrument-sans-latin-600-normal',
];

/** OpenType features that the styles switch on, or that browsers apply by default. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'lnum', 'tnum'];

/**
 * Cuts the fonts of Fontsource down to the characters of the `unicode-range` in `fonts.css`.
 *
 * @returns {Promise<{ name: string, content: Buffer }[]>} the WOFF2 files.
 */
export async function subsetFonts() {
  const css = await readFile(path.join(styles, 'fonts.css'), 'utf8');
  const characters = readUnicodeRange(css);
  return Promise.all(
    fonts.map(async (font) => {
      const family = font.replace(/-latin-.*/, '');
      const file = `node_modules/@fontsource/${family}/files/${font}.woff2`;
      const content = await subsetFont(await readFile(path.join(root, file)), characters, {
        targetFormat: 'woff2',
        keepFeatures,
      });
      return { name: `${font.replace('latin', 'basic')}.woff2`, content };
    }),
  );
}

/** @param {string} css @returns the characters of its first `unicode-range`. */
function readUnicodeRange(css) {
  const [, range = ''] = /unicode-range:([^;]+);/.exec(css) ?? [];
  const characters = [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].flatMap(
    ([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      const length = Number.parseInt(last, 16) - start + 1;
      return Array.from({ length }, (_, index) => String.fromCodePoint(start + index));
    },
  );
  return characters.join('');
}

// `npm run fonts`: writes the subsets, after a change of the fonts or of the characters.
if (process.argv[1] === import.meta.filename) {
  await mkdir(fontsDir, { recursive: true });
  for (const { name, content } of await subsetFonts()) {
    await writeFile(path.join(fontsDir, name), content);
    process.stdout.write(`${name}: ${content.length} B\n`);
  }
}
