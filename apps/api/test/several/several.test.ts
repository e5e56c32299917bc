import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createInstallation } from '../crash/installation.ts';
import { freePort } from '../free-port.ts';
import { type TestDatabase, testDatabase } from '../harness.ts';
import { openProxy } from './proxy.ts';
import { createVisitors } from './visitors.ts';

/** Milliseconds of load before and after what happens. */
const aWhile = 2000;
const patience = 120_000;

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'redial-several-'));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** One that is stopped when the test ends. */
async function installation(publicUrl: string, settings: Record<string, string> = {}) {
  const port = await freePort();
  const made = createInstallation({
    dataDir,
    port,
    publicUrl,
    settings: { DATABASE_URL: database.url, ...settings },
  });
  onTestFinished(() => made.stop());
  return made;
}

async function balancer(upstreams: () => readonly string[]) {
  const proxy = await openProxy(upstreams);
  onTestFinished(proxy.close);
  return proxy;
}

test(
  'of two replicas behind a balancer one is killed under load: only what it was answering is lost, and it joins again',
  async () => {
    const addresses: string[] = [];
    const proxy = await balancer(() => addresses);
    const replicas = [
      await installation(proxy.address),
      await installation(proxy.address),
    ] as const;
    const [one, other] = replicas;
    // Both at once: one of them migrates.
    await Promise.all(replicas.map((replica) => replica.start()));
    addresses.push(one.address, other.address);
    const visitors = await createVisitors(proxy.address, 'rana');
    await sleep(aWhile);
    await other.killServer();
    const goneAt = performance.now();
    const before = proxy.answered.get(one.address) ?? 0;
    await sleep(aWhile);
    expect(proxy.answered.get(one.address)).toBeGreaterThan(before + 20);
    await other.start();
    const again = proxy.answered.get(other.address) ?? 0;
    await sleep(aWhile);
    await visitors.stop();
    expect(proxy.answered.get(other.address)).toBeGreaterThan(again + 20);
    expect(visitors.wrong()).toEqual([]);
    expect(proxy.cut.filter(({ upstream }) => upstream !== other.address)).toEqual([]);
    expect(proxy.cut.filter(({ begun }) => begun > goneAt)).toEqual([]);
  },
  patience,
);

test(
  'of two workers one is killed under load: only what it was answering is lost, and another takes its place',
  async () => {
    const addresses: string[] = [];
    const proxy = await balancer(() => addresses);
    const server = await installation(proxy.address, { WORKERS: '2' });
    await server.start();
    // It serves as soon as the first of them does.
    await expect.poll(() => server.lastWords(), { timeout: 60_000 }).toContain('Redial is ready');
    addresses.push(server.address);
    const visitors = await createVisitors(proxy.address, 'rohan');
    const [first, second] = server.workers();
    expect(second).toBeDefined();
    await sleep(aWhile);
    process.kill(first as number, 'SIGKILL');
    await expect.poll(() => server.workers()).toEqual([second]);
    const goneAt = performance.now();
    await expect.poll(() => server.workers().length, { timeout: 60_000 }).toBe(2);
    await sleep(aWhile);
    await visitors.stop();
    expect(server.workers()).toContain(second);
    expect(visitors.wrong()).toEqual([]);
    expect(proxy.cut.filter(({ begun }) => begun > goneAt)).toEqual([]);
  },
  patience,
);
