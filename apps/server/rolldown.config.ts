import path from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const out = path.join(import.meta.dirname, 'build');

/** What a module of ours finds beside itself stays where it is: the bundle looks there. */
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
 * The server as a few files instead of some two thousand, which Node.js would look for and read one
 * by one at every start. Not minified: errors name the functions they come from.
 */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // They have programs of another kind, or look for files beside their own.
  external: ['sharp', 'pino', '@fastify/swagger-ui'],
  plugins: [beside],
  output: {
    dir: out,
    cleanDir: true,
    // V8 keeps the text: without comments, and in one byte for each character instead of two.
    comments: false,
    charset: 'ascii',
  },
});
