import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingPackages, startRedis } from '../../../test/redis-server.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { openTestPool } from '../../../test/test-database.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { publishLive } from './publish.ts';
import { createRedisSignals } from './redis-signals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.runIf(missingPackages === '')(
  'transactions of requests and of jobs, which have connections of their own, are signalled',
  async () => {
    const redis = await startRedis();
    const databases = [openTestPool(app.database.url, 1), openTestPool(app.database.url, 1)];
    const signals = await createRedisSignals({
      address: { url: redis.url, sentinels: [] },
      databases,
      onChange: () => undefined,
    });
    try {
      const signalled: string[] = [];
      await new Promise<void>((onGap) =>
        signals.start({ onUser: (userId) => signalled.push(userId), onGap }),
      );
      for (const db of databases) {
        const { id } = await app.insertUser('buyer');
        await inTransaction(db, (tx) => publishLive(tx, [id], { type: 'conversations.changed' }));
        await expect.poll(() => signalled).toContain(id);
      }
    } finally {
      await signals.close();
      for (const db of databases) await db.$client.end();
      await redis.kill();
    }
  },
);
