import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chainVerifications } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Chain } from './chain.ts';
import { describeFinding, maxFindings, verifyChain } from './verify-chain.ts';

/** Hours after which a chain is verified without being asked. */
const intervalHours = 24;
/** Seconds without progress after which a verification counts as interrupted. */
const staleSeconds = 120;

/**
 * Requests the verification of a chain. While one is requested or running, another request changes
 * nothing.
 *
 * @returns whether it was requested by this call.
 */
export async function requestVerification(db: Executor, chain: Chain['name']): Promise<boolean> {
  const { rowCount } = await db
    .insert(chainVerifications)
    .values({ chain })
    .onConflictDoUpdate({
      target: chainVerifications.chain,
      set: { requestedAt: sql`now()`, startedAt: null, finishedAt: null, rowsChecked: 0 },
      setWhere: sql`${chainVerifications.finishedAt} is not null`,
    });
  return rowCount === 1;
}

/** The last verification of a chain, which may not have finished. */
export async function findVerification(db: Executor, chain: Chain['name']) {
  const [found] = await db
    .select()
    .from(chainVerifications)
    .where(eq(chainVerifications.chain, chain));
  return found;
}

/**
 * Verifies the chains whose verification was requested, was interrupted, or was last done a day ago.
 *
 * @returns the number of chains verified.
 */
export async function verifyChains(
  { db }: Pick<Deps, 'db'>,
  chains: readonly Chain[],
): Promise<number> {
  let verified = 0;
  for (const chain of chains) {
    const isChain = eq(chainVerifications.chain, chain.name);
    await requestIfOld(db, chain.name);
    const [claimed] = await db
      .update(chainVerifications)
      .set({ startedAt: sql`now()`, rowsChecked: 0, rowsTotal: await countSealed(db, chain) })
      .where(
        and(
          isChain,
          isNull(chainVerifications.finishedAt),
          or(
            isNull(chainVerifications.startedAt),
            lt(chainVerifications.startedAt, sql`now() - make_interval(secs => ${staleSeconds})`),
          ),
        ),
      )
      .returning({ chain: chainVerifications.chain });
    if (!claimed) continue;
    const { findings, rows } = await verifyChain({ db }, chain, {
      onProgress: async (rowsChecked) => {
        await db
          .update(chainVerifications)
          .set({ rowsChecked, startedAt: sql`now()` })
          .where(isChain);
      },
    });
    const described = [
      ...findings.map((finding) => describeFinding(chain, finding)),
      ...((await chain.check?.(db)) ?? []),
    ];
    await db
      .update(chainVerifications)
      .set({
        rowsChecked: rows,
        rowsTotal: rows,
        finishedAt: sql`now()`,
        findings: described.slice(0, maxFindings),
      })
      .where(isChain);
    verified++;
  }
  return verified;
}

async function requestIfOld(db: Executor, chain: Chain['name']): Promise<void> {
  const last = await findVerification(db, chain);
  const [due] = last
    ? await db
        .select({ chain: chainVerifications.chain })
        .from(chainVerifications)
        .where(
          and(
            eq(chainVerifications.chain, chain),
            lt(
              chainVerifications.finishedAt,
              sql`now() - make_interval(hours => ${intervalHours})`,
            ),
          ),
        )
    : [{ chain }];
  if (due) await requestVerification(db, chain);
}

/** The number of sealed rows. */
async function countSealed(db: Executor, { name }: Chain): Promise<number> {
  const { rows } = await db.execute<{ n: string }>(
    sql`select coalesce(sum(length(row_hashes)) / 40, 0) as n from sealed_blocks where chain = ${name}`,
  );
  return Number(rows[0]?.n ?? 0);
}
