import { AsyncLocalStorage } from 'node:async_hooks';
import { batched } from './batched.ts';
import type { Database } from './client.ts';
import { openStandby, type Standby, type StandbyOptions } from './standby.ts';
import { readPrimaryPosition } from './wal-position.ts';

/** Lets public reads take place on standbys (docs/decisions/0027). */
export interface ReadReplicas {
  /**
   * Runs work that only reads. Its single statements are made on a standby that has replayed every change
   * that was acknowledged before the call; on the primary if there is none. Transactions are never moved.
   */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** How many reads began on a standby, and how many on the primary. */
  readonly counts: { readonly standby: number; readonly primary: number };
  close(): Promise<void>;
}

/** Codes of statements that a standby refuses: a write, or one that conflicts with what it replays. */
const refusals = /^(?:25006|40001|40P01)$/;
/** Other codes of PostgreSQL than those of a server that is stopping, full or broken. */
const statementErrors = /^(?!08|53|57P|58|XX)\d\w{4}$/;

/**
 * Opens the standbys of a database, and sends the statements of reads to them.
 *
 * @param db whose pool sends statements there from now on.
 * @param urls of the standbys; the primary among them is left out, so all servers can be listed.
 */
export function openReadReplicas(
  db: Database,
  { urls, ...options }: Omit<StandbyOptions, 'url'> & { urls: readonly string[] },
): ReadReplicas {
  const { $client: primary } = db;
  const standbys = urls.map((url) => openStandby({ ...options, url }));
  const used = new AsyncLocalStorage<Standby>();
  const counts = { standby: 0, primary: 0 };
  let turn = 0;

  const query = primary.query.bind(primary) as (...args: unknown[]) => Promise<unknown>;
  primary.query = ((...args: unknown[]) => {
    const standby = used.getStore();
    return standby && isPlain(args) ? queryOn(standby, args) : query(...args);
  }) as typeof primary.query;

  /** A statement that fails because of the standby is repeated on the primary: it only reads. */
  async function queryOn(standby: Standby, args: unknown[]): Promise<unknown> {
    try {
      return await standby.query(...args);
    } catch (error) {
      const code = codeOf(error);
      if (!refusals.test(code)) {
        if (statementErrors.test(code)) throw error;
        standby.leaveOut(error);
      }
      return query(...args);
    }
  }

  const readPosition = batched(() => readPrimaryPosition({ query } as typeof primary));

  async function choose(): Promise<Standby | undefined> {
    const position = await readPosition();
    turn++;
    for (let n = 0; n < standbys.length; n++) {
      const standby = standbys[(turn + n) % standbys.length];
      if (await standby?.hasReplayed(position)) return standby;
    }
    return undefined;
  }

  return {
    read: async (work) => {
      // Without the primary, nobody knows what has been acknowledged: the statement then fails there.
      const standby = await choose().catch(() => undefined);
      counts[standby ? 'standby' : 'primary']++;
      return standby ? used.run(standby, work) : work();
    },
    counts,
    close: async () => {
      for (const standby of standbys) await standby.close();
    },
  };
}

/** A statement whose result is a promise: neither a stream nor with a callback. */
const isPlain = (args: readonly unknown[]): boolean =>
  typeof args.at(-1) !== 'function' &&
  typeof (args[0] as { submit?: unknown }).submit !== 'function';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
