import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, run, StepFailed, step } from './processes.mjs';
import { findNpm } from './runtime.mjs';

/** The official emulator; about 270 MB, so it is downloaded on demand. */
const version = '15.34.2';
const dir = path.join(root, '.runtime/firebase-tools');
const program = path.join(dir, 'node_modules/firebase-tools/lib/bin/firebase.js');
/** Firebase's tools make no network requests for project ids with this prefix. */
export const projectId = 'demo-redial';
/** Milliseconds within which the emulator must start. */
const timeoutMs = 180_000;

/**
 * Installs Firebase's tools once, in a separate directory.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function installEmulator(node, env) {
  const installed = path.join(dir, 'node_modules/firebase-tools/package.json');
  const there = await readFile(installed, 'utf8').then(JSON.parse, () => undefined);
  if (there?.version === version) return;
  await step('Fetching the Firebase emulator (some minutes)', async () => {
    await mkdir(dir, { recursive: true });
    await writeFile(path.join(dir, 'package.json'), '{ "private": true }\n');
    const npm = findNpm(node);
    const args = [...npm.args, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '-E'];
    const { code, output } = await run(npm.command, [...args, `firebase-tools@${version}`], {
      env,
      cwd: dir,
    });
    if (code !== 0) throw new StepFailed('The Firebase emulator could not be fetched', output);
  });
}

/**
 * Runs the Auth emulator, which needs neither Java nor a network, for the duration of `work`.
 *
 * @template T
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {(host: string) => Promise<T>} work receives the emulator's `host:port`.
 * @returns {Promise<T>}
 */
export async function withEmulator(node, env, work) {
  const home = await mkdtemp(path.join(tmpdir(), 'redial-firebase-'));
  const [port = 0, hub = 0, logging = 0] = await Promise.all([freePort(), freePort(), freePort()]);
  const at = (/** @type {number} */ number) => ({ host: '127.0.0.1', port: number });
  const emulators = { auth: at(port), hub: at(hub), logging: at(logging), ui: { enabled: false } };
  await writeFile(path.join(home, 'firebase.json'), JSON.stringify({ emulators }));
  const ending = new AbortController();
  const args = ['emulators:start', '--only', 'auth', '--project', projectId];
  const emulator = run(node, [program, ...args], {
    cwd: home,
    signal: ending.signal,
    // The user's own Firebase configuration is neither read nor changed.
    env: { ...env, HOME: home, XDG_CONFIG_HOME: home, NO_UPDATE_NOTIFIER: '1', CI: '1' },
  });
  try {
    // `localhost`, like the pages: a frame of another site cannot store data in the browser.
    const host = `localhost:${port}`;
    await step('Starting the Firebase emulator', () =>
      Promise.race([
        waitUntilReachable(`http://${host}/`),
        emulator.then(({ output }) => {
          throw new StepFailed('The Firebase emulator ended by itself', output);
        }),
      ]),
    );
    return await work(host);
  } finally {
    ending.abort();
    await emulator.catch(() => undefined);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** @param {string} url */
async function waitUntilReachable(url) {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    if (Date.now() > until) throw new StepFailed('The Firebase emulator does not come up');
    await sleep(300);
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
