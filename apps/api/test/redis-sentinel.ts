import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { freePort } from './free-port.ts';

/** The name by which the sentinels know the primary. */
const primaryName = 'redial-test';

interface RedisProcess {
  readonly port: number;
  readonly child: ChildProcess;
}

/**
 * Starts Debian's Redis on loopback: a primary, a replica and three sentinels, of which two agree that
 * the primary is down after 1 s.
 */
export async function startRedisWithSentinels() {
  const home = await mkdtemp(path.join(tmpdir(), 'redial-sentinel-'));
  const servers: RedisProcess[] = [];

  async function serve(...options: string[]): Promise<RedisProcess> {
    const port = await freePort();
    const dir = path.join(home, String(port));
    await mkdir(dir);
    const file = path.join(dir, 'redis.conf');
    const always = [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`];
    await writeFile(file, `${[...always, ...options].join('\n')}\n`);
    const mode = options.some((option) => option.startsWith('sentinel')) ? ['--sentinel'] : [];
    const server = { port, child: spawn('redis-server', [file, ...mode], { stdio: 'ignore' }) };
    servers.push(server);
    await waitUntil(`port ${port}`, () => ask(port, 'PING').then(() => true));
    return server;
  }

  const unsaved = 'save ""';
  const primary = await serve(unsaved);
  const replica = await serve(unsaved, `replicaof 127.0.0.1 ${primary.port}`);
  await waitUntil('the replica to be in step', async () =>
    String(await ask(replica.port, 'INFO', 'replication')).includes('master_link_status:up'),
  );
  const sentinels: RedisProcess[] = [];
  for (let n = 0; n < 3; n++) {
    sentinels.push(
      await serve(
        `sentinel monitor ${primaryName} 127.0.0.1 ${primary.port} 2`,
        `sentinel down-after-milliseconds ${primaryName} 1000`,
        `sentinel failover-timeout ${primaryName} 5000`,
      ),
    );
  }
  const first = sentinels[0]?.port ?? 0;
  await waitUntil('sentinels to know each other and the replica', async () => {
    const state = toRecord(await ask(first, 'SENTINEL', 'MASTER', primaryName));
    return state['num-other-sentinels'] === '2' && state['num-slaves'] === '1';
  });

  return {
    address: {
      url: `redis://${primaryName}`,
      sentinels: sentinels.map(({ port }) => `redis://127.0.0.1:${port}`),
    },
    /** URLs of the servers, the first primary first. */
    urls: [primary, replica].map(({ port }) => `redis://127.0.0.1:${port}`),
    /** Waits until the replica has everything that the first primary has acknowledged. */
    waitForReplica: async () => {
      const has = ['INFO', 'replication'] as const;
      const position = (info: unknown) =>
        /(?:master|slave)_repl_offset:(\d+)/.exec(String(info))?.[1];
      await waitUntil('the replica to follow', async () => {
        const at = position(await ask(primary.port, ...has));
        return at !== undefined && at === position(await ask(replica.port, ...has));
      });
    },
    /** The number of keys of the current primary. */
    countKeys: async () => {
      const alive = [primary, replica].find(({ child }) => child.signalCode === null);
      return Number(await ask(alive?.port ?? 0, 'DBSIZE'));
    },
    killPrimary: () => end(primary.child),
    killSentinel: (n: number) => end(sentinels[n]?.child),
    /** Suspends and resumes the first primary. */
    pausePrimary: () => primary.child.kill('SIGSTOP'),
    resumePrimary: () => primary.child.kill('SIGCONT'),
    /** Waits until a sentinel names the replica. */
    waitForPromotion: (sentinel = 0) =>
      waitUntil('the replica to be promoted', async () => {
        const { port = 0 } = sentinels[sentinel] ?? {};
        const named = await ask(port, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', primaryName);
        return Array.isArray(named) && named[1] === String(replica.port);
      }),
    async close() {
      for (const { child } of servers.reverse()) await end(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function ask(port: number, ...command: string[]): Promise<unknown> {
  const client = createClient({
    url: `redis://127.0.0.1:${port}`,
    RESP: 2,
    socket: { reconnectStrategy: false },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.sendCommand(command);
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/** A list of names and values in turn. */
function toRecord(list: unknown): Record<string, unknown> {
  const values = Array.isArray(list) ? list : [];
  return Object.fromEntries(
    values.flatMap((name, index) => (index % 2 ? [] : [[name, values[index + 1]]])),
  );
}

async function waitUntil(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 30_000; ; await sleep(50)) {
    if (await isDone().catch(() => false)) return;
    if (Date.now() > until) throw new Error(`Waited 30 s in vain for ${what}`);
  }
}
