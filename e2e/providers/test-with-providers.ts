import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '../page-helpers.ts';

/** A separate installation and the fake providers that it uses. */
export interface ExternalSetup<N extends string> {
  readonly url: string;
  readonly fakes: Readonly<Record<N, FakeProvider>>;
}

/** A fake external provider that runs beside the test. */
export interface FakeProvider {
  /** Settings with which Redial uses it. */
  readonly settings: Record<string, string>;
  /** Missing Debian packages without which it cannot run; empty if all are installed. */
  readonly missingPackages: string;
  /** Sends it a command. @returns the result. */
  send(call: string, ...args: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Milliseconds within which processes must start. */
const startTimeoutMs = 180_000;
const flags = ['--disable-warning=ExperimentalWarning'];

/**
 * Runs tests against a separate installation without demo data that uses external providers. Tests
 * in a file share it and run in sequence, so each must restore what it breaks.
 *
 * @param names providers, as in `apps/api/test/fake-providers.ts`.
 */
export function testWithProviders<N extends string>(...names: N[]) {
  return test.extend<object, { elsewhere: ExternalSetup<N> }>({
    elsewhere: [
      async ({ browserName: _ }, use) => {
        const port = await freePort();
        const url = `http://localhost:${port}`;
        const started = await Promise.all(names.map((name) => startFakeProvider(name, url)));
        const fakes = Object.fromEntries(names.map((name, index) => [name, started[index]]));
        const settings = started.map((fake) => fake.settings);
        const stop = await startRedial(port, Object.assign({}, ...settings));
        await use({ url, fakes: fakes as Record<N, FakeProvider> });
        await stop();
        await Promise.all(started.map((fake) => fake.stop()));
      },
      { scope: 'worker', timeout: 240_000 },
    ],
    baseURL: async ({ elsewhere }, use) => use(elsewhere.url),
    // The fake Google answers browser requests to Google's own URLs.
    ignoreHTTPSErrors: true,
    proxy: async ({ elsewhere }, use) => {
      const all: FakeProvider[] = Object.values(elsewhere.fakes);
      const server = all.find(({ settings }) => settings.HTTPS_PROXY)?.settings.HTTPS_PROXY;
      await use(server ? { server, bypass: 'localhost' } : undefined);
    },
  });
}

/**
 * Starts Redial with additional settings.
 *
 * @returns a function that stops it, once it is ready.
 */
async function startRedial(port: number, settings: Record<string, string>) {
  const data = await mkdtemp(path.join(tmpdir(), 'redial-e2e-'));
  // If started by root, PostgreSQL runs as another user, who needs access.
  await chmod(data, 0o711);
  const program = spawn('node', [...flags, 'apps/server/build/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: data,
      DEMO: 'off',
      ...(settings.CARD_PAYMENTS ? {} : { CARD_PAYMENTS: 'sandbox', ALLOW_SANDBOX_PAYMENTS: 'on' }),
      RATE_LIMIT_SCALE: '1000',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(program, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`Redial ended with ${code}`)));
  await Promise.race([waitUntilReachable(`http://localhost:${port}/readyz`), failed]);
  failed.catch(() => undefined);
  return async () => {
    program.kill();
    await ended;
    await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  };
}

/** @param redial the URL at which Redial will be reachable. */
async function startFakeProvider(name: string, redial: string): Promise<FakeProvider> {
  const program = fork('apps/api/test/fake-provider-process.ts', [name, redial], {
    execArgv: flags,
  });
  const ended = once(program, 'exit');
  const [{ settings, missingPackages = '' }] = await once(program, 'message', {
    signal: AbortSignal.timeout(startTimeoutMs),
  });
  let calls = 0;
  return {
    settings,
    missingPackages,
    send: (call, ...args) => {
      const mine = ++calls;
      return new Promise((resolve, reject) => {
        const hear = ({
          id,
          response,
          failed,
        }: {
          id: number;
          response: unknown;
          failed?: string;
        }) => {
          if (id !== mine) return;
          program.off('message', hear);
          if (failed === undefined) resolve(response);
          else reject(new Error(`${name} ${call}: ${failed}`));
        };
        program.on('message', hear);
        program.send({ id: mine, call, args });
      });
    },
    stop: async () => {
      if (program.connected) program.disconnect();
      await ended;
    },
  };
}

/** Waits until Redial is ready. */
async function waitUntilReachable(url: string): Promise<void> {
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    if (Date.now() > until) throw new Error(`no response from ${url}`);
    await sleep(200);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
