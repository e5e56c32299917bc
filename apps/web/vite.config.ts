import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { stripContract } from './strip-contract.ts';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Precompresses text assets to `.br` and `.gz` at the highest level at build time. */
const precompress: Plugin = {
  name: 'precompress',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.values(bundle).filter(({ fileName }) =>
      /\.(?:js|css|svg)$/.test(fileName),
    );
    await Promise.all(
      texts.map(async ({ fileName }) => {
        const file = path.join(dir, fileName);
        const content = await readFile(file);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
    );
  },
};

/**
 * Bundles all dependencies of the server build, with React's production build regardless of
 * NODE_ENV.
 */
const serverBundle = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
} as const;

export default defineConfig(({ command }) => ({
  plugins: [stripContract, tailwindcss(), reactRouter(), precompress],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // A few larger files instead of some thirty small ones: fewer requests and better
            // compression.
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    // `server.ts` wraps the generated build in a single function.
    ssr: {
      build: { rolldownOptions: { input: resolvePath('./server.ts') } },
      ...(command === 'build' && serverBundle),
    },
  },
  build: {
    // Assets must remain files: data: URLs would have to be allowed by the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { fs: { allow: [resolvePath('../..')] } },
}));
