import path from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const out = path.join(import.meta.dirname, 'build');

/**
 * `import.meta.url` of our modules still refers to the source file, so that files beside it are
 * found.
 */
const beside: Plugin = {
  name: 'beside',
  transform: {
    filter: { id: { exclude: [/node_modules/, /^\0/] }, code: 'import.meta.url' },
    handler: (code, id) => {
      const module = JSON.stringify(path.relative(out, id).split(path.sep).join('/'));
      return code.replaceAll('import.meta.url', `new URL(${module}, import.meta.url).href`);
    },
  },
};

/**
 * Bundles the server, as Node.js would otherwise resolve and read some two thousand files at every
 * start. Not minified, so that stack traces stay readable.
 */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // These packages contain native binaries, or read files from their own directory.
  external: ['sharp', 'pino', '@fastify/swagger-ui'],
  plugins: [beside],
  output: {
    dir: out,
    cleanDir: true,
    // V8 keeps the source in memory: without comments, and with one byte per character instead of
    // two.
    comments: false,
    charset: 'ascii',
  },
});
