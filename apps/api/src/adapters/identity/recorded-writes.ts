import { AsyncLocalStorage } from 'node:async_hooks';
import type { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Database, Executor } from '../../db/client.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';

type CreateAdapter = ReturnType<typeof drizzleAdapter>;
type Adapter = ReturnType<CreateAdapter>;

/** A write of Better Auth, and what belongs into its transaction. */
export interface RecordedWrite {
  /** Better Auth's name of the table. */
  readonly model: 'account' | 'twoFactor' | 'passkey';
  /** Writes of other columns of the table are left alone. */
  readonly field: string;
  /** @param uid the account that it was written for. */
  readonly record: (tx: Transaction, uid: string) => Promise<void>;
  /** Gets what prevented the write: Better Auth may answer as if the request were wrong. */
  readonly onFailure?: (error: unknown) => void;
}

const current = new AsyncLocalStorage<RecordedWrite>();

/**
 * Runs a request to Better Auth, and adds to the transaction of a write that it makes: what follows from a
 * new password, such as its entry in the audit log, is stored with it or not at all. Better Auth's own hooks
 * run before or after the write, outside its transaction.
 */
export const recordWrite = <T>(write: RecordedWrite, request: () => Promise<T>): Promise<T> =>
  current.run(write, request);

/**
 * Wraps the adapter to the database for `recordWrite`.
 *
 * @param createOn creates an adapter that uses a database, or a transaction.
 */
export const withRecordedWrites =
  (db: Database, createOn: (executor: Executor) => CreateAdapter): CreateAdapter =>
  (options) => {
    const adapter = createOn(db)(options);
    const recording =
      (name: 'create' | 'update' | 'updateMany' | 'incrementOne') =>
      async (args: object): Promise<unknown> => {
        const call = (to: Adapter) => (to[name] as (args: object) => Promise<unknown>)(args);
        const write = current.getStore();
        if (!write || !isMeant(write, args)) return call(adapter);
        const writing = inTransaction(db, async (tx) => {
          const result = await call(createOn(tx)(options));
          const uid = findUid(args, result);
          if (result && uid) await write.record(tx, uid);
          return result;
        });
        return writing.catch((error: unknown) => {
          write.onFailure?.(error);
          throw error;
        });
      };
    return {
      ...adapter,
      create: recording('create') as Adapter['create'],
      update: recording('update') as Adapter['update'],
      updateMany: recording('updateMany') as Adapter['updateMany'],
      incrementOne: recording('incrementOne') as Adapter['incrementOne'],
    };
  };

function isMeant({ model, field }: RecordedWrite, args: object): boolean {
  const { data, update, set } = args as Record<string, object | undefined>;
  return 'model' in args && args.model === model && field in { ...data, ...update, ...set };
}

/** The account that a write names in its row or its condition. */
function findUid(args: object, result: unknown): string | undefined {
  const { where = [] } = args as { where?: readonly { field: string; value: unknown }[] };
  const condition = where.find(({ field }) => field === 'userId');
  const uid = (result as { userId?: unknown } | null)?.userId ?? condition?.value;
  return typeof uid === 'string' ? uid : undefined;
}
