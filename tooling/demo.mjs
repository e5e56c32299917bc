import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, StepFailed, step } from './processes.mjs';

/**
 * Milliseconds within which a demo must start, including database creation and image generation.
 */
const timeoutMs = 240_000;

/**
 * Starts a separate Redial with demo data, passes its URL to `work`, and removes everything.
 *
 * @template T
 * @param {{ node: string, env: NodeJS.ProcessEnv }} runtime
 * @param {(baseUrl: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDemo({ node, env }, work) {
  const { dir, remove } = await createTemporaryDirectory('redial-demo-');
  // If started by root, PostgreSQL runs as another user, who needs access.
  await chmod(dir, 0o711);
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const stopping = new AbortController();
  const server = run(node, ['--disable-warning=ExperimentalWarning', 'apps/server/build/main.js'], {
    env: { ...env, PORT: String(port), DATA_DIR: dir, RATE_LIMIT_SCALE: '1000' },
    signal: stopping.signal,
  });
  try {
    await step('Starting a demo', () =>
      Promise.race([waitUntilReady(baseUrl), failOnExit(server)]),
    );
    return await work(baseUrl);
  } finally {
    stopping.abort();
    await server;
    await remove();
  }
}

/**
 * Creates a temporary directory that is removed when the process exits, also after a signal.
 *
 * @param {string} prefix
 */
export async function createTemporaryDirectory(prefix) {
  const dir = await mkdtemp(path.join(tmpdir(), prefix));
  const removeNow = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async () => {
    await rm(dir, { recursive: true, force: true });
    process.off('exit', removeNow);
  };
  return { dir, remove };
}

/** @param {string} baseUrl */
async function waitUntilReady(baseUrl) {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    const ready = await fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(300);
  }
  throw new StepFailed('The demo did not start in time');
}

/** @param {Promise<{ output: string }>} server @returns {Promise<never>} */
async function failOnExit(server) {
  const { output } = await server;
  throw new StepFailed('The demo could not be started', output);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
