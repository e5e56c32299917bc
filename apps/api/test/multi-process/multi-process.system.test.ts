import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createInstallation } from '../crash/installation.ts';
import { freePort } from '../free-port.ts';
import { createTestDatabase, type TestDatabase, withClient } from '../test-database.ts';
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts';
import { startSimulatedUsers } from './simulated-users.ts';

/** Milliseconds of load before and after each event. */
const loadMs = 2000;
/** Milliseconds per test, and per condition; a busy machine needs minutes for starts and load. */
const timeoutMs = 360_000;
const conditionTimeoutMs = 90_000;

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'redial-several-'));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** An installation that is stopped when the test ends. */
async function installation(publicUrl: string, settings: Record<string, string> = {}) {
  const port = await freePort();
  const made = createInstallation({
    dataDir,
    port,
    publicUrl,
    settings: {
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      ...settings,
    },
  });
  onTestFinished(() => made.stop());
  return made;
}

async function balancer(upstreams: () => readonly string[]) {
  const proxy = await startLoadBalancer(upstreams);
  onTestFinished(proxy.close);
  return proxy;
}

/** Expects an upstream to complete more requests. */
async function expectResponses({ completed }: LoadBalancer, upstream: string): Promise<void> {
  const before = completed.get(upstream) ?? 0;
  await expect
    .poll(() => completed.get(upstream) ?? 0, { timeout: conditionTimeoutMs })
    .toBeGreaterThan(before + 20);
}

test(
  'killing one of two replicas under load loses only its in-flight requests, and it rejoins',
  async () => {
    const addresses: string[] = [];
    const proxy = await balancer(() => addresses);
    const replicas = [await installation(proxy.url), await installation(proxy.url)] as const;
    const [one, other] = replicas;
    // Started concurrently; one of them migrates the database.
    await Promise.all(replicas.map((replica) => replica.start()));
    addresses.push(one.url, other.url);
    const visitors = await startSimulatedUsers(proxy.url, 'rana');
    await sleep(loadMs);
    await other.killServer();
    const goneAt = performance.now();
    await expectResponses(proxy, one.url);
    await other.start();
    await expectResponses(proxy, other.url);
    await visitors.stop();
    expect(visitors.unexpected()).toEqual([]);
    expect(proxy.failed.filter(({ upstream }) => upstream !== other.url)).toEqual([]);
    expect(proxy.failed.filter(({ startedAt }) => startedAt > goneAt)).toEqual([]);
  },
  timeoutMs,
);

test(
  'workers that cannot start, as the database refuses connections, are replaced until they can',
  async () => {
    const server = await installation('http://localhost', { WORKERS: '2' });
    await server.start();
    await expect
      .poll(() => server.recentOutput(), { timeout: conditionTimeoutMs })
      .toContain('Redial is ready');
    const name = new URL(database.url).pathname.slice(1);
    const allowConnections = (allowed: boolean) =>
      withClient(inject('postgres').superuserUrl, (client) =>
        client.query(`alter database ${name} allow_connections ${allowed}`),
      );
    onTestFinished(async () => void (await allowConnections(true)));
    await allowConnections(false);
    for (const pid of server.workerPids()) process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => server.recentOutput(), { timeout: conditionTimeoutMs })
      .toContain('starting another one in 4 s');
    await allowConnections(true);
    await server.waitUntilReady();
    await expect.poll(() => server.workerPids().length, { timeout: conditionTimeoutMs }).toBe(2);
  },
  timeoutMs,
);

test(
  'killing one of two workers under load loses only its in-flight requests, and it is replaced',
  async () => {
    const addresses: string[] = [];
    const proxy = await balancer(() => addresses);
    const server = await installation(proxy.url, { WORKERS: '2' });
    await server.start();
    // It accepts requests as soon as the first worker does.
    await expect
      .poll(() => server.recentOutput(), { timeout: conditionTimeoutMs })
      .toContain('Redial is ready');
    addresses.push(server.url);
    const visitors = await startSimulatedUsers(proxy.url, 'rohan');
    const [first, second] = server.workerPids();
    expect(second).toBeDefined();
    await sleep(loadMs);
    process.kill(first as number, 'SIGKILL');
    await expect.poll(() => server.workerPids(), { timeout: conditionTimeoutMs }).toEqual([second]);
    const goneAt = performance.now();
    await expect.poll(() => server.workerPids().length, { timeout: conditionTimeoutMs }).toBe(2);
    await sleep(loadMs);
    await visitors.stop();
    expect(server.workerPids()).toContain(second);
    expect(visitors.unexpected()).toEqual([]);
    expect(proxy.failed.filter(({ startedAt }) => startedAt > goneAt)).toEqual([]);
  },
  timeoutMs,
);
