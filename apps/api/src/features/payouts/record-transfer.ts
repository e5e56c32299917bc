import { and, eq, sql } from 'drizzle-orm';
import { payouts } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isUuid } from '../../platform/ids.ts';

/**
 * Records a transfer that the provider made for a payout, where a crash kept it from being recorded. The
 * provider knows our id as the group of the transfer.
 *
 * @returns whether a payout has the transfer now.
 * @throws PayoutsUnavailable
 */
export async function recordTransfer(
  { db, payouts: provider }: Pick<Deps, 'db' | 'payouts'>,
  { transferId }: { transferId: string },
): Promise<boolean> {
  const transfer = await provider.retrieveTransfer(transferId);
  if (!transfer || !isUuid(transfer.group)) return false;
  const isOfTransfer = and(
    eq(payouts.id, transfer.group),
    eq(payouts.provider, provider.provider),
    eq(payouts.accountId, transfer.accountId),
    eq(payouts.amountCents, transfer.amountCents),
  );
  await db
    .update(payouts)
    .set({ state: 'transferred', transferId, changedAt: sql`now()` })
    .where(and(isOfTransfer, eq(payouts.state, 'requested')));
  const recorded = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(isOfTransfer, eq(payouts.transferId, transferId)));
  return recorded.length > 0;
}
