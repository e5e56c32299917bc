import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './processes.mjs';

/**
 * Keeps memory below 250 MB under load; by default V8 lets the heap and external buffers grow to
 * several times the live data.
 */
const frugal = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=20',
  '--external-memory-accounted-in-global-limit',
  '--external-memory-max-growing-factor=1.1',
];

/**
 * The same for glibc, which otherwise keeps one arena per thread and does not return freed memory.
 */
const frugalPools = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/**
 * Runs a server program in the terminal, with the settings of `.env` if it exists.
 *
 * @param {{ node: string, env: NodeJS.ProcessEnv }} runtime
 * @param {string} script relative to `apps/server`
 * @param {{ flags?: string[], args?: string[] }} [options] of Node.js, and of the script.
 * @returns {Promise<number>} the exit code.
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
        // Reuse compiled code across starts.
        NODE_COMPILE_CACHE: path.join(root, '.runtime/compiled'),
        ...env,
      },
      show: true,
    },
  );
  return code;
}
