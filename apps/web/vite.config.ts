import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunk-groups.ts';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Leaves a `.br` and a `.gz` beside each text file for the browser: packed once, as small as can be,
 * instead of quickly at every request.
 */
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
 * Asks the browser to compile what a page starts with while it is fetched, beside the page's own work,
 * instead of function by function in the midst of React's: https://v8.dev/blog/explicit-compile-hints.
 */
const compileHints: Plugin = {
  name: 'compile-early',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // The hint has to stand above what other plugins put on top.
    order: 'post',
    handler(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        const first = part.isEntry || chunkGroups.some(({ name }) => name === part.name);
        if (first) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
      }
    },
  },
};

/**
 * For the server in a few files, with as much of each package as is used; and with React as it is made
 * for production, also where the server is not told that it runs in production.
 */
const serverBundle = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
} as const;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), compileHints, precompress],
  resolve: {
    // The web app needs the contract's paths and types, not its schemas: those are checked by the
    // API. The stub keeps the schema library (and its weight) out of both bundles.
    alias: { typebox: resolvePath('./typebox-stub.ts') },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // Few files instead of some thirty small ones: each is a request, and packs better.
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    // `server.ts` wraps the generated build, so that the server package mounts a single function.
    ssr: {
      build: { rolldownOptions: { input: resolvePath('./server.ts') } },
      ...(command === 'build' && serverBundle),
    },
  },
  build: {
    // Assets stay files: a data: URL would have to be allowed by the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { fs: { allow: [resolvePath('../..')] } },
}));
