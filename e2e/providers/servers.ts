import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that runs beside the test. */
interface Started {
  stop(): Promise<void>;
}

const patience = 180_000;

/**
 * Starts a Redial of its own, with no demo, and with outside providers as the settings say.
 *
 * @returns once it answers.
 */
export async function startRedial(
  port: number,
  settings: Record<string, string>,
): Promise<Started & { readonly url: string }> {
  const data = await mkdtemp(path.join(tmpdir(), 'redial-e2e-'));
  // As root, the database runs as another user, who has to be able to enter.
  await chmod(data, 0o711);
  const url = `http://localhost:${port}`;
  const program = start('apps/server/src/main.ts', [], {
    PORT: String(port),
    DATA_DIR: data,
    DEMO: 'off',
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  });
  await answers(`${url}/readyz`);
  return {
    url,
    stop: async () => {
      await program.stop();
      await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
    },
  };
}

/** Starts a stand-in of an outside provider: a script that is given its port and more. */
export async function startStandIn(
  script: string,
  port: number,
  ...args: string[]
): Promise<Started & { readonly url: string }> {
  const program = start(script, [String(port), ...args], {});
  const url = `http://127.0.0.1:${port}`;
  await answers(url);
  return { url, ...program };
}

function start(script: string, args: string[], env: Record<string, string>): Started {
  const child = spawn('node', ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Waits until something answers there, whatever it says. */
async function answers(url: string): Promise<void> {
  const until = Date.now() + patience;
  for (;;) {
    const up = await fetch(url).then(
      ({ status }) => status !== 503,
      () => false,
    );
    if (up) return;
    if (Date.now() > until) throw new Error(`nothing answers at ${url}`);
    await sleep(200);
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
