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
const patience = 240_000;

/**
 * Starts a separate Redial with demo data, passes its URL to `work`, and removes everything.
 *
 * @template T
 * @param {{ node: string, env: NodeJS.ProcessEnv }} runtime
 * @param {(address: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDemo({ node, env }, work) {
  const { folder, remove } = await temporaryFolder('redial-demo-');
  // If started by root, PostgreSQL runs as another user, who needs access.
  await chmod(folder, 0o711);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const over = new AbortController();
  const server = run(node, ['--disable-warning=ExperimentalWarning', 'apps/server/build/main.js'], {
    env: { ...env, PORT: String(port), DATA_DIR: folder, RATE_LIMIT_SCALE: '1000' },
    signal: over.signal,
  });
  try {
    await step('Starting a demo', () => Promise.race([answering(address), ended(server)]));
    return await work(address);
  } finally {
    over.abort();
    await server;
    await remove();
  }
}

/**
 * Creates a temporary directory that is removed when the process exits, also after a signal.
 *
 * @param {string} prefix
 */
export async function temporaryFolder(prefix) {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', removeNow);
  };
  return { folder, remove };
}

/** @param {string} address */
async function answering(address) {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const ready = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(300);
  }
  throw new StepFailed('The demo did not start in time');
}

/** @param {Promise<{ output: string }>} server @returns {Promise<never>} */
async function ended(server) {
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
