import { createHash } from 'node:crypto';
import type { drizzleAdapter } from 'better-auth/adapters/drizzle';

type CreateAdapter = ReturnType<typeof drizzleAdapter>;
type Adapter = Omit<ReturnType<CreateAdapter>, 'transaction'> &
  Partial<Pick<ReturnType<CreateAdapter>, 'transaction'>>;
type Where = { readonly field: string; readonly value: unknown };
type Row = Record<string, unknown>;

const hash = (token: unknown): string => createHash('sha256').update(String(token)).digest('hex');

/**
 * Stores the tokens of sessions as SHA-256 hashes, so that nobody who reads the database, or a backup of
 * it, can take over a session. A token has 190 random bits, so the hash needs no salt. Better Auth has
 * no such option; this wraps the adapter to its database.
 *
 * Better Auth gets the token back where it knows it already: in a row that it has just created or
 * found by the token. In rows that it found otherwise, such as in the list of a user's sessions, the
 * token is the hash, with which nobody can sign in.
 */
export const withHashedSessionTokens =
  (createAdapter: CreateAdapter): CreateAdapter =>
  (options) =>
    wrap(createAdapter(options)) as ReturnType<CreateAdapter>;

function wrap(adapter: Adapter): Adapter {
  /** Calls a method of the adapter with hashed tokens, and restores them in the result. */
  const hashing =
    <Args extends { model: string }, Result>(method: (args: Args) => Promise<Result>) =>
    async (args: Args): Promise<Result> => {
      if (args.model !== 'session') return method(args);
      const known = new Map<string, string>();
      const toHash = (token: unknown): string => {
        const hashed = hash(token);
        known.set(hashed, String(token));
        return hashed;
      };
      const hashData = (data: unknown) => {
        const row = data as Row | undefined;
        return row && typeof row.token === 'string' ? { ...row, token: toHash(row.token) } : row;
      };
      const { where, data, update } = args as { where?: Where[]; data?: unknown; update?: unknown };
      const hashedWhere = where?.map((condition) => {
        if (condition.field !== 'token') return condition;
        const { value } = condition;
        return { ...condition, value: Array.isArray(value) ? value.map(toHash) : toHash(value) };
      });
      const result = await method({
        ...args,
        ...(where ? { where: hashedWhere } : {}),
        ...(data ? { data: hashData(data) } : {}),
        ...(update ? { update: hashData(update) } : {}),
      });
      return (Array.isArray(result) ? result.map(restore) : restore(result)) as Result;

      function restore(row: unknown): unknown {
        const token = (row as Row | null | undefined)?.token;
        const original = typeof token === 'string' ? known.get(token) : undefined;
        return original === undefined ? row : { ...(row as Row), token: original };
      }
    };
  const { transaction } = adapter;
  return {
    ...adapter,
    create: hashing(adapter.create) as Adapter['create'],
    findOne: hashing(adapter.findOne) as Adapter['findOne'],
    findMany: hashing(adapter.findMany) as Adapter['findMany'],
    update: hashing(adapter.update) as Adapter['update'],
    updateMany: hashing(adapter.updateMany),
    delete: hashing(adapter.delete),
    deleteMany: hashing(adapter.deleteMany),
    count: hashing(adapter.count),
    ...(transaction
      ? { transaction: (work) => transaction((inner) => work(wrap(inner) as typeof inner)) }
      : {}),
  };
}
