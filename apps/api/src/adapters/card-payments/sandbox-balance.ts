import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/client.ts';
import { sandboxBalanceEntries, sandboxRefunds } from '../../db/schema/sandbox-cards.ts';
import type { BalanceEntry, BalanceEntryKind } from '../../ports/card-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import { sandboxId } from './sandbox-store.ts';

type EntryRow = typeof sandboxBalanceEntries.$inferSelect;

/** The sandbox's fee for a charge: 2.9 % and 30 cents, as card providers take in the United States. */
export const chargeFeeCents = (amountCents: number): number =>
  Math.min(amountCents, Math.round(amountCents * 0.029) + 30);

/** The sandbox's fee for a dispute, won or lost. */
export const disputeFeeCents = 1500;

/**
 * Changes a balance, in the transaction of the cause.
 *
 * @param entry.accountId a seller's account; the marketplace's balance without it.
 */
export async function addBalanceEntry(
  tx: Executor,
  clock: Clock,
  entry: {
    accountId?: string;
    kind: EntryRow['kind'];
    amountCents: number;
    feeCents?: number;
    sourceId: string;
  },
): Promise<void> {
  await tx
    .insert(sandboxBalanceEntries)
    .values({ id: sandboxId('txn'), createdAt: clock.now(), ...entry });
}

/**
 * Locks a balance until the transaction ends and returns it in cents.
 *
 * @param accountId a seller's account; the marketplace's balance without it.
 */
export async function lockBalance(tx: Executor, accountId?: string): Promise<number> {
  const name = `sandbox-balance:${accountId ?? ''}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [row] = await tx
    .select({
      cents: sql<string>`coalesce(sum(${sandboxBalanceEntries.amountCents} - ${sandboxBalanceEntries.feeCents}), 0)`,
    })
    .from(sandboxBalanceEntries)
    .where(ofAccount(accountId));
  return Number(row?.cents ?? 0);
}

/** Lists the changes of the marketplace's balance in a period. */
export async function listBalanceEntries(
  db: Database,
  { from, to }: { from: Date; to: Date },
): Promise<BalanceEntry[]> {
  const rows = await db
    .select({ entry: sandboxBalanceEntries, intentId: sandboxRefunds.intentId })
    .from(sandboxBalanceEntries)
    .leftJoin(sandboxRefunds, eq(sandboxRefunds.id, sandboxBalanceEntries.sourceId))
    .where(
      and(
        ofAccount(),
        gte(sandboxBalanceEntries.createdAt, from),
        lt(sandboxBalanceEntries.createdAt, to),
      ),
    );
  return rows.map(({ entry, intentId }) => toBalanceEntry(entry, intentId));
}

const ofAccount = (accountId?: string) =>
  accountId === undefined
    ? isNull(sandboxBalanceEntries.accountId)
    : eq(sandboxBalanceEntries.accountId, accountId);

/** Payouts change sellers' balances only. */
const toKind = (kind: EntryRow['kind']): BalanceEntryKind =>
  kind === 'payout' || kind === 'payout-failure' ? 'other' : kind;

const toBalanceEntry = (row: EntryRow, intentId: string | null): BalanceEntry => ({
  id: row.id,
  kind: toKind(row.kind),
  amountCents: row.amountCents,
  feeCents: row.feeCents,
  sourceId: row.sourceId ?? undefined,
  intentId: intentId ?? undefined,
  at: row.createdAt,
});
