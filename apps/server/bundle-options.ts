import path from 'node:path';
import type { Plugin, RolldownOptions } from 'rolldown';

/**
 * Options of a bundle of server programs. Packages that contain native binaries, or read files from
 * their own directory, stay outside: `tooling/image/collect.mjs` puts them into the container image.
 *
 * @param input the programs, relative to this directory.
 * @param directory where the bundle goes, relative to this directory.
 */
export function bundleOptions(input: string[], directory: string): RolldownOptions {
  const out = path.join(import.meta.dirname, directory);
  return {
    input,
    platform: 'node',
    external: ['sharp', 'pino', '@fastify/swagger-ui'],
    plugins: [beside(out)],
    output: {
      dir: out,
      cleanDir: true,
      // V8 keeps the source in memory: without comments, and with one byte per character instead of
      // two.
      comments: false,
      charset: 'ascii',
    },
  };
}

/**
 * `import.meta.url` of our modules still refers to the source file, so that files beside it are
 * found.
 */
const beside = (out: string): Plugin => ({
  name: 'beside',
  transform: {
    filter: { id: { exclude: [/node_modules/, /^\0/] }, code: 'import.meta.url' },
    handler: (code, id) => {
      const module = JSON.stringify(path.relative(out, id).split(path.sep).join('/'));
      return code.replaceAll('import.meta.url', `new URL(${module}, import.meta.url).href`);
    },
  },
});
