import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './processes.mjs';

/**
 * Keeps memory below 250 MB under load: V8 would let the heap, and the buffers beside it, grow to
 * several times what is in use, and glibc would keep a pool for each thread.
 */
const frugal = [
  '--max-semi-space-size=2',
  '--heap-growing-percent=10',
  '--external-memory-accounted-in-global-limit',
  '--external-memory-max-growing-factor=1.1',
];

/**
 * Runs one of the server's programs in the terminal, with the settings of `.env` where there is one.
 *
 * @param {{ node: string, env: NodeJS.ProcessEnv }} runtime
 * @param {string} script below `apps/server`
 * @param {{ flags?: string[], args?: string[] }} [options] of Node.js, and of the script.
 * @returns {Promise<number>} its exit code.
 */
export async function runServer({ node, env }, script, { flags = [], args = [] } = {}) {
  const settings = existsSync(path.join(root, '.env')) ? ['--env-file=.env'] : [];
  const { code } = await run(
    node,
    [
      ...settings,
      '--disable-warning=ExperimentalWarning',
      ...frugal,
      ...flags,
      path.join('apps/server', script),
      ...args,
    ],
    {
      env: {
        MALLOC_ARENA_MAX: '2',
        MALLOC_TRIM_THRESHOLD_: '65536',
        // Compiled once, not at every start.
        NODE_COMPILE_CACHE: path.join(root, '.runtime/compiled'),
        ...env,
      },
      show: true,
    },
  );
  return code;
}
