import { desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sealedBlocks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isLockTimeout } from '../database-errors.ts';
import { countRecords, genesisHash, hashBlock, idOf } from './block-hash.ts';
import type { Chain } from './chain.ts';
import { hashRows } from './hash-rows.ts';

/** Rows of a block; a run seals as many blocks as there are rows for. */
const rowsPerBlock = 1000;
/** Blocks of one run; the next run continues. */
const blocksPerRun = 200;
/**
 * Milliseconds for which the sealer waits for transactions in progress, and new ones behind it. Less
 * than the lock timeout of a writer, and than the time after which PostgreSQL looks for a deadlock.
 */
const lockTimeoutMs = 500;

/**
 * Seals the new rows of a chain. Rows of transactions in progress are left to the next run, with all
 * that have higher ids; so no row is skipped.
 *
 * @returns the number of blocks written.
 */
export async function sealChain({ db }: Pick<Deps, 'db'>, chain: Chain): Promise<number> {
  const to = await findFinishedRow(db, chain);
  if (to === undefined) return 0;
  let previous: Predecessor | undefined = await findLastBlock(db, chain.name);
  for (let blocks = 0; blocks < blocksPerRun; blocks++) {
    const after = previous?.lastId ?? 0;
    const rowHashes = await hashRows(db, chain, { after, to, limit: rowsPerBlock });
    if (rowHashes.length === 0) return blocks;
    const block = {
      chain: chain.name,
      number: (previous?.number ?? 0) + 1,
      firstId: idOf(rowHashes, 0),
      lastId: idOf(rowHashes, countRecords(rowHashes) - 1),
      rowHashes,
      hash: hashBlock(previous?.hash ?? genesisHash, rowHashes),
    };
    const [written] = await db
      .insert(sealedBlocks)
      .values(block)
      .onConflictDoNothing()
      .returning({ number: sealedBlocks.number });
    // Another replica seals.
    if (!written) return blocks;
    previous = block;
  }
  return blocksPerRun;
}

type Predecessor = Pick<typeof sealedBlocks.$inferSelect, 'number' | 'lastId' | 'hash'>;

/** The last block of a chain. */
export async function findLastBlock(db: Executor, chain: Chain['name']) {
  const [block] = await db
    .select({
      number: sealedBlocks.number,
      lastId: sealedBlocks.lastId,
      hash: sealedBlocks.hash,
      sealedAt: sealedBlocks.sealedAt,
    })
    .from(sealedBlocks)
    .where(eq(sealedBlocks.chain, chain))
    .orderBy(desc(sealedBlocks.number))
    .limit(1);
  return block;
}

/**
 * The highest id such that all transactions that wrote rows up to it have finished. Writers hold the
 * lock before an id is drawn (`announce_chain_rows`), so nobody is between the two while it is held
 * here.
 *
 * @returns `undefined` if there is no row, or writers did not finish in time.
 */
async function findFinishedRow(
  db: Pick<Deps, 'db'>['db'],
  chain: Chain,
): Promise<number | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`);
      await tx.execute(sql`select pg_advisory_xact_lock(7305118, hashtext(${chain.name}))`);
      const { rows } = await tx.execute<{ last: string | null }>(chain.lastRow);
      return rows[0]?.last ? Number(rows[0].last) : undefined;
    });
  } catch (error) {
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}
