import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { freePort } from './free-port.ts';

/** Missing Debian packages that these tests need; empty if all are installed. */
export const missingPackages =
  spawnSync('redis-server', ['--version']).status === 0 ? '' : 'redis-server';

/** Starts Debian's Redis on loopback without persistence. */
export async function startRedis() {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn('redis-server', options, { stdio: 'ignore' });
    while (!(await isReachable(port))) {
      if (server.exitCode !== null) throw new Error('redis-server ended by itself');
      await sleep(50);
    }
  }

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** Suspends and resumes the process. */
  const pause = () => server?.kill('SIGSTOP');
  const resume = () => server?.kill('SIGCONT');

  /**
   * Sets all rate-limit counters of IP addresses, as if other processes had counted.
   *
   * @param resetsInMs milliseconds until the counters start again
   * @returns the number of counters
   */
  async function setRateCounts(count: number, resetsInMs: number): Promise<number> {
    const client = await createClient({ url }).connect();
    try {
      const keys = await client.keys('redial:rate:ip:*');
      for (const key of keys) await client.set(key, count, { PX: resetsInMs });
      return keys.length;
    } finally {
      client.destroy();
    }
  }

  await start();
  return { url, start, kill, pause, resume, setRateCounts };
}

async function isReachable(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return open;
}
