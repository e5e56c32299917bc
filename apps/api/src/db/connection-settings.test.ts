import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingPackages, startExternalPostgres } from '../../test/external-postgres.ts';
import { createTestApp, resultCode, unwrap } from '../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { createJobQueue, jobNames } from '../platform/jobs.ts';
import { type Database, openDatabase } from './client.ts';
import { configureConnections } from './connection-settings.ts';
import { migrate } from './migrate.ts';

const onError = (error: unknown) => {
  throw error;
};

test('a direct connection is not detected as pooled', async () => {
  const database = await createTestDatabase();
  expect(await configureConnections(database.url)).toEqual({ pooled: false });
  await database.close();
});

/** A database with one role, which owns it. */
const toTestDatabase = (db: Database, url: string): TestDatabase => ({
  db,
  url,
  ownerUrl: url,
  executeAsOwner: async (statement) => void (await db.execute(statement)),
  close: () => db.$client.end(),
});

describe.skipIf(missingPackages !== '')(
  `external PostgreSQL (needs ${missingPackages || 'nothing more'})`,
  () => {
    let postgres: Awaited<ReturnType<typeof startExternalPostgres>>;
    beforeAll(async () => {
      postgres = await startExternalPostgres();
    }, 90_000);
    afterAll(() => postgres?.close(), 30_000);

    test('behind a transaction pooler, two concurrent starts migrate once', async () => {
      await Promise.all([migrate(postgres.pooled, 'redial'), migrate(postgres.pooled, 'redial')]);
      await migrate(postgres.pooled, 'redial');
      const both = await Promise.all([
        configureConnections(postgres.pooled),
        configureConnections(postgres.pooled),
      ]);
      expect(both).toEqual([{ pooled: true }, { pooled: true }]);
    }, 180_000);

    test('new connections behind the pooler have the settings', async () => {
      const direct = new pg.Client({ connectionString: `${postgres.direct}?sslmode=no-verify` });
      await direct.connect();
      const { rows } = await direct.query(`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, word_similarity('a', 'b') is not null as loaded,
      current_setting('pg_trgm.word_similarity_threshold') as threshold`);
      await direct.end();
      expect(rows[0]).toMatchObject({ statement: '5s', lock: '2s', threshold: '0.45' });
    });

    test('concurrent orders are placed and paid through the pooler', async () => {
      const db = openDatabase(postgres.pooled, { pooled: true, max: 12, onError });
      const database = toTestDatabase(db, postgres.pooled);
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
    }, 180_000);

    test('an unresponsive database times out, and is used again once it responds', async () => {
      const db = openDatabase(postgres.pooled, { pooled: true, queryTimeoutMs: 700, onError });
      const app = await createTestApp({
        database: toTestDatabase(db, postgres.pooled),
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
      postgres.pauseProxy();
      try {
        expect((await Promise.all([list(), list(), order()])).map(resultCode)).toEqual(
          Array(3).fill('server.unavailable'),
        );
      } finally {
        postgres.resumeProxy();
      }
      await expect.poll(async () => resultCode(await list()), { timeout: 10_000 }).toBe('ok');
      // Whatever the outcome of the unanswered request: the product is reserved once.
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
    }, 180_000);

    test('jobs run through the pooler, when triggered and one at a time', async () => {
      const db = openDatabase(postgres.pooled, { pooled: true, onError });
      const jobs = createJobQueue({ connectionString: postgres.pooled, pooled: true, onError });
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
    }, 180_000);

    test('TLS and certificate verification follow the connection string', async () => {
      const isEncrypted = async (query: string) => {
        const db = openDatabase(postgres.direct + query, { onError: () => undefined });
        try {
          const { rows } = await db.execute(
            sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
          );
          return rows[0]?.ssl;
        } finally {
          await db.$client.end();
        }
      };
      const whole = `?sslmode=verify-full&sslrootcert=${postgres.certificate}`;
      expect(await isEncrypted(whole)).toBe(true);
      expect(await isEncrypted('?sslmode=no-verify')).toBe(true);
      await expect(
        migrate(`${postgres.direct}?sslmode=verify-full`, 'redial'),
      ).rejects.toMatchObject({
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
      await expect(migrate(`${postgres.direct}?sslmode=disable`, 'redial')).rejects.toMatchObject({
        code: '28000',
      });
    });
  },
);
