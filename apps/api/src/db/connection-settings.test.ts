import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingPackages, startExternalPostgres } from '../../test/external-postgres.ts';
import { createTestApp, resultCode, unwrap } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createJobQueue, jobNames } from '../platform/jobs.ts';
import { openDatabase } from './client.ts';
import { configureConnections } from './connection-settings.ts';
import { migrate } from './migrate.ts';

const onError = (error: unknown) => {
  throw error;
};

test('sessions of a database without a proxy are ours', async () => {
  const database = await createTestDatabase();
  expect(await configureConnections(database.url)).toEqual({ pooled: false });
  await database.close();
});

describe.skipIf(missingPackages !== '')(
  `PostgreSQL elsewhere (needs ${missingPackages || 'nothing more'})`,
  () => {
    let outside: Awaited<ReturnType<typeof startExternalPostgres>>;
    beforeAll(async () => {
      outside = await startExternalPostgres();
    }, 90_000);
    afterAll(() => outside?.close(), 30_000);

    test('behind a proxy that pools by transaction, two that start at once migrate once', async () => {
      await Promise.all([migrate(outside.pooled), migrate(outside.pooled)]);
      await migrate(outside.pooled);
      const both = await Promise.all([
        configureConnections(outside.pooled),
        configureConnections(outside.pooled),
      ]);
      expect(both).toEqual([{ pooled: true }, { pooled: true }]);
    }, 60_000);

    test('new sessions behind the proxy have the limits, from whichever client', async () => {
      const direct = new pg.Client({ connectionString: `${outside.direct}?sslmode=no-verify` });
      await direct.connect();
      const { rows } = await direct.query(`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, word_similarity('a', 'b') is not null as loaded,
      current_setting('pg_trgm.word_similarity_threshold') as threshold`);
      await direct.end();
      expect(rows[0]).toMatchObject({ statement: '5s', lock: '2s', threshold: '0.45' });
    });

    test('orders are placed and paid through the proxy, many at once', async () => {
      const db = openDatabase(outside.pooled, { pooled: true, max: 12, onError });
      const database = { db, url: outside.pooled, close: () => db.$client.end() };
      const app = await createTestApp({ database });
      const seller = await app.insertUser('seller');
      const body = { phone: '+1 202-555-0199', location: 'Lyon' };
      const productId = await app.insertProduct(seller);
      const buyers = await Promise.all(Array.from({ length: 4 }, () => app.insertUser('buyer')));
      const orders = await Promise.all(
        buyers.map(({ token }) =>
          app.call(contract.placeOrder, { body: { ...body, productId }, token }),
        ),
      );
      const won = orders.findIndex(({ ok }) => ok);
      expect(orders.map(resultCode).sort()).toEqual(['ok', ...Array(3).fill('product.sold')]);
      const token = buyers[won]?.token ?? '';
      const orderId = orders[won]?.ok ? orders[won].value.insertedId : '';
      const { clientSecret } = unwrap(
        await app.call(contract.createPaymentIntent, { body: { price: 345, orderId }, token }),
      );
      await app.pay(clientSecret);
      await app.runJobs('dispatch-outbox', 'reconcile-payments');
      const transactionId = clientSecret.split('_secret_')[0] ?? '';
      const payment = { price: 345, transactionId, email: buyers[won]?.email ?? '', orderId };
      unwrap(await app.call(contract.recordPayment, { body: payment, token }));
      const found = unwrap(await app.call(contract.listProducts, { query: { q: 'galxy' } }));
      expect(found).toEqual([]);
      await app.close();
      await database.close();
    }, 60_000);

    test('a database that says nothing is given up, and used again when it speaks', async () => {
      const db = openDatabase(outside.pooled, { pooled: true, queryTimeoutMs: 700, onError });
      const app = await createTestApp({
        database: { db, url: outside.pooled, close: () => db.$client.end() },
      });
      const seller = await app.insertUser('seller');
      const list = () => app.call(contract.listProducts, { query: { limit: 2 } });
      const productId = await app.insertProduct(seller);
      const buyer = await app.insertUser('buyer');
      const order = () =>
        app.call(contract.placeOrder, {
          body: { phone: '+1 202-555-0199', location: 'Lyon', productId },
          token: buyer.token,
        });
      outside.pauseProxy();
      try {
        expect((await Promise.all([list(), list(), order()])).map(resultCode)).toEqual(
          Array(3).fill('server.unavailable'),
        );
      } finally {
        outside.resumeProxy();
      }
      await expect.poll(async () => resultCode(await list()), { timeout: 10_000 }).toBe('ok');
      // Whatever became of the one that nobody answered: it is held for one buyer, once.
      await order();
      expect(
        unwrap(
          await app.call(contract.listOrders, {
            query: { email: buyer.email },
            token: buyer.token,
          }),
        ),
      ).toHaveLength(1);
      await app.close();
      await db.$client.end();
    }, 60_000);

    test('jobs run through the proxy, when woken and one at a time', async () => {
      const db = openDatabase(outside.pooled, { pooled: true, onError });
      const jobs = createJobQueue({ connectionString: outside.pooled, pooled: true, onError });
      const ran = Promise.withResolvers<void>();
      const idle = async () => undefined;
      const handlers = Object.fromEntries(jobNames.map((name) => [name, idle])) as Record<
        (typeof jobNames)[number],
        () => Promise<unknown>
      >;
      await jobs.start({ ...handlers, 'cleanup-images': async () => ran.resolve() });
      jobs.trigger('cleanup-images');
      await ran.promise;
      await jobs.stop();
      const { rows } = await db.execute(sql`select count(*)::int as held from pg_locks
      where locktype = 'advisory'`);
      expect(rows[0]).toEqual({ held: 0 });
      await db.$client.end();
    }, 60_000);

    test('TLS is used, and the server’s certificate checked, as the address says', async () => {
      const isEncrypted = async (query: string) => {
        const db = openDatabase(outside.direct + query, { onError: () => undefined });
        try {
          const { rows } = await db.execute(
            sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
          );
          return rows[0]?.ssl;
        } finally {
          await db.$client.end();
        }
      };
      const whole = `?sslmode=verify-full&sslrootcert=${outside.certificate}`;
      expect(await isEncrypted(whole)).toBe(true);
      expect(await isEncrypted('?sslmode=no-verify')).toBe(true);
      await expect(migrate(`${outside.direct}?sslmode=verify-full`)).rejects.toMatchObject({
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
      await expect(migrate(`${outside.direct}?sslmode=disable`)).rejects.toMatchObject({
        code: '28000',
      });
    });
  },
);
