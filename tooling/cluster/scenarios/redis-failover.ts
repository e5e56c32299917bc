import { setTimeout as sleep } from 'node:timers/promises';
import { startRedisWithSentinels } from '../../../apps/api/test/redis-sentinel.ts';
import { startReplicaProxy } from '../haproxy.ts';
import { createDataDir, createReplica, findPorts } from '../replicas.ts';
import { startRequests } from '../requests.ts';
import {
  atLeast,
  atMostSeconds,
  formatSeconds,
  type Measurement,
  none,
  report,
} from '../result.ts';
import { startPostgres } from '../single-postgres.ts';
import { type Workspace, waitUntil } from '../workspace.ts';

/** Milliseconds of load before and after the failover. */
const loadMs = 10_000;

/** Redis with Sentinel counts requests of two replicas, and its primary is killed under load. */
export async function failOverRedis(
  workspace: Workspace,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const redis = await startRedisWithSentinels();
  workspace.onClose(redis.close);
  const settings = {
    ...(await startPostgres(workspace)),
    RATE_LIMIT_STORE: 'redis',
    REDIS_URL: redis.address.url,
    REDIS_SENTINELS: redis.address.sentinels.join(','),
  };
  const ports = await findPorts(2);
  const publicUrl = `http://127.0.0.1:${await startReplicaProxy(workspace, ports)}`;
  const dataDir = await createDataDir(workspace);
  const replicas = ports.map((port) =>
    createReplica(workspace, { port, publicUrl, dataDir, settings }),
  );
  for (const replica of replicas) await replica.start();
  log('two replicas of Redial count in Redis');

  const load = await startRequests(publicUrl);
  await sleep(loadMs);
  const before = load.slowest();
  const countBefore = await redis.countKeys();
  const killedAt = performance.now();
  await redis.killPrimary();
  log('the primary of Redis is killed');
  await redis.waitForPromotion();
  const promotedAt = performance.now();
  await waitUntil('every replica to count in Redis again', 60, async () =>
    replicas.every((replica) => replica.recentOutput().includes('Redis is available again')),
  );
  const sharedAt = performance.now();
  log('the replicas count together again');
  await sleep(loadMs);
  await load.stop();
  return [
    report('from the kill to the promotion (down after 1 s)', formatSeconds(promotedAt - killedAt)),
    atMostSeconds(
      'from the promotion until all replicas count together',
      sharedAt - promotedAt,
      30,
    ),
    atLeast('counters in Redis before the kill', countBefore, 1),
    atLeast('counters in the promoted Redis at the end', await redis.countKeys(), 1),
    report('requests', `${load.count()}`),
    none(
      'requests that failed',
      load.failures().map(({ what }) => what),
    ),
    report(
      'slowest request before the kill, and in all',
      `${formatSeconds(before)}, ${formatSeconds(load.slowest())}`,
    ),
  ];
}
