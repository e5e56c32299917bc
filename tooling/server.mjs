import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './processes.mjs';

/**
 * Keeps memory below 250 MB under load: V8 would let the heap, and the buffers beside it, grow to
 * several times what is in use.
 */
const frugal = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=20',
  '--external-memory-accounted-in-global-limit',
  '--external-memory-max-growing-factor=1.1',
];

/** The same for glibc, which would keep a pool for each thread, and what is freed in the midst of one. */
const frugalPools = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

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
        ...frugalPools,
        // Compiled once, not at every start.
        NODE_COMPILE_CACHE: path.join(root, '.runtime/compiled'),
        ...env,
      },
      show: true,
    },
  );
  return code;
}
