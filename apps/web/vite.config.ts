import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import React from 'react';
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
 * Makes React an ECMAScript module in the server bundle. It is published as CommonJS only: through the
 * bundler's interoperability code, each use of a hook or of `createElement` would be a call of a getter.
 */
const reactAsModule: Plugin = {
  name: 'react-as-module',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveId: {
    filter: { id: /^react$/ },
    handler: (_id, _importer, { kind }) => (kind === 'require-call' ? null : '\0react'),
  },
  load: {
    filter: { id: /^\0react$/ },
    handler: () => {
      const names = Object.keys(React)
        .filter((name) => name !== 'default')
        .join(', ');
      const file = JSON.stringify(fileURLToPath(import.meta.resolve('react')));
      return `import React from ${file};\nexport default React;\nexport const { ${names} } = React;`;
    },
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
  plugins: [reactAsModule, stripContract, tailwindcss(), reactRouter(), precompress],
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
      build: {
        rolldownOptions: {
          input: resolvePath('./server.ts'),
          // V8 keeps the source in memory, with two bytes per character if it has others than ASCII.
          output: { charset: 'ascii', comments: false },
        },
      },
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
