import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { missingPackages } from '../../test/external-postgres.ts';
import { startWithStandby } from '../../test/standby-postgres.ts';
import { withClient } from '../../test/test-database.ts';
import { type Database, openDatabase } from './client.ts';
import { openReadReplicas, type ReadReplicas } from './read-replicas.ts';

const timeout = { timeout: 15_000, interval: 50 };

describe.skipIf(missingPackages !== '')(
  `a standby (needs ${missingPackages || 'nothing more'})`,
  () => {
    let servers: Awaited<ReturnType<typeof startWithStandby>>;
    let db: Database;
    let replicas: ReadReplicas;
    let changes: string[];
    beforeAll(async () => {
      servers = await startWithStandby();
    }, 90_000);
    afterAll(() => servers?.close(), 30_000);
    beforeEach(async () => {
      db = openDatabase(servers.primary.url, { onError: () => undefined });
      await db.execute(sql`truncate notes`);
      changes = [];
      replicas = open([servers.standby.url]);
      await expect.poll(isReadOnStandby, timeout).toBe(true);
    });
    afterEach(async () => {
      await replicas.close();
      await db.$client.end();
    });

    const open = (urls: string[]) =>
      openReadReplicas(db, {
        urls,
        max: 4,
        pooled: false,
        onChange: (_, error) => changes.push(error ? 'left out' : 'used'),
      });
    /** The number of notes that a read finds, and where it was. */
    const read = () =>
      replicas.read(async () => {
        const { rows } = await db.execute<{ n: number; standby: boolean }>(
          sql`select count(*)::int as n, pg_is_in_recovery() as standby from notes`,
        );
        return rows[0];
      });
    const isReadOnStandby = async () => (await read())?.standby;
    const write = () => db.execute(sql`insert into notes values (1)`);
    const onStandby = (statement: string) =>
      withClient(servers.standby.url, (client) => client.query(statement));

    test('reads take place there; writes, transactions and everything else on the primary', async () => {
      const where = sql`select pg_is_in_recovery() as standby`;
      await replicas.read(async () => {
        expect((await db.execute(where)).rows).toEqual([{ standby: true }]);
        const inTransaction = await db.transaction((tx) => tx.execute(where));
        expect(inTransaction.rows).toEqual([{ standby: false }]);
        await write();
        await expect(db.execute(sql`select * from nothing`)).rejects.toThrow();
      });
      expect((await db.execute(where)).rows).toEqual([{ standby: false }]);
      expect(await read()).toMatchObject({ n: 1 });
      expect(changes).toEqual([]);
    });

    test('every read finds what was written before it', async () => {
      for (let n = 1; n <= 200; n++) {
        await write();
        expect(await read()).toMatchObject({ n });
      }
      await expect.poll(isReadOnStandby, timeout).toBe(true);
    });

    test('one that lags behind is left out until it has caught up', async () => {
      await onStandby('select pg_wal_replay_pause()');
      await write();
      expect(await read()).toEqual({ n: 1, standby: false });
      await onStandby('select pg_wal_replay_resume()');
      await expect.poll(read, timeout).toEqual({ n: 1, standby: true });
    });

    test('one that is killed or unresponsive fails no read, and is used again later', async () => {
      await servers.standby.kill();
      expect(await read()).toMatchObject({ standby: false });
      await servers.standby.start();
      await expect.poll(isReadOnStandby, timeout).toBe(true);
      expect(changes).toEqual(['left out', 'used']);

      servers.standby.pause();
      try {
        const since = performance.now();
        expect(await read()).toMatchObject({ standby: false });
        expect(performance.now() - since).toBeLessThan(5000);
      } finally {
        servers.standby.resume();
      }
      await expect.poll(isReadOnStandby, timeout).toBe(true);
    });

    test('a server that is no standby is left out', async () => {
      await replicas.close();
      replicas = open([servers.primary.url]);
      await expect.poll(() => changes, timeout).toEqual(['left out']);
      await write();
      expect(await read()).toEqual({ n: 1, standby: false });
      expect(replicas.counts).toEqual({ standby: 0, primary: 1 });
    });

    test('one that begins earlier after a restart is left out', async () => {
      await servers.standby.kill();
      await expect.poll(() => changes, timeout).toEqual(['left out']);
      servers.copyStandby();
      await servers.standby.start();
      await expect.poll(isReadOnStandby, timeout).toBe(true);
      await write();
      await expect.poll(read, timeout).toEqual({ n: 1, standby: true });
      await servers.standby.kill();
      await servers.putCopyBack();
      await servers.standby.start();
      for (let n = 0; n < 40; n++) expect(await read()).toEqual({ n: 1, standby: false });
      expect(changes).toEqual(['left out', 'used', 'left out']);
    });
  },
);
