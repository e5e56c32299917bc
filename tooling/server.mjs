import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './processes.mjs';

/**
 * Limits memory under load; by default V8 lets the heap grow to several times the live data. Half of
 * these limits save 30 MB more, but responses that are not cached then take a fifth to a third more
 * processor time (docs/performance.md).
 */
export const heapFlags = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=60',
];

/**
 * The same for glibc, which otherwise keeps one arena per thread and does not return freed memory. Buffers
 * of the network are below the threshold of `mmap`, since each page of a new mapping costs a page fault;
 * rendered pages and the tables of compression are above it, since between them are the cached responses,
 * which would keep what they leave from being returned.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '65536',
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
      ...heapFlags,
      ...flags,
      path.join('apps/server', script),
      ...args,
    ],
    {
      env: {
        ...allocatorSettings,
        // Reuse compiled code across starts.
        NODE_COMPILE_CACHE: path.join(root, '.runtime/compiled'),
        ...env,
      },
      show: true,
    },
  );
  return code;
}
