import { and, asc, eq, gte, isNotNull, lte } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sandboxPayouts } from '../../db/schema/sandbox-payouts.ts';
import { AmountRefused } from '../../ports/card-payments.ts';
import type { Payout } from '../../ports/payouts.ts';
import { addBalanceEntry, lockBalance } from '../card-payments/sandbox-balance.ts';
import {
  enqueueEvent,
  isSandboxId,
  RequestRejected,
  type SandboxStore,
  type SandboxTransaction,
  sandboxId,
  settlementTime,
  transactWithEvents,
} from '../card-payments/sandbox-store.ts';
import { requireAccount } from './sandbox-accounts.ts';

type PayoutRow = typeof sandboxPayouts.$inferSelect;

/**
 * Pays out from an account, once per reference.
 *
 * @throws RequestRejected if the account has no bank account, or the reference was used otherwise.
 * @throws AmountRefused
 */
export function createPayout(
  store: SandboxStore,
  input: { accountId: string; amountCents: number; reference: string },
): Promise<Payout> {
  const { accountId, amountCents, reference } = input;
  return transactWithEvents(store, async (tx) => {
    const { status, behaviour, userId } = await requireAccount(tx, accountId);
    const balance = await lockBalance(tx, accountId);
    const [earlier] = await tx
      .select()
      .from(sandboxPayouts)
      .where(and(eq(sandboxPayouts.accountId, accountId), eq(sandboxPayouts.reference, reference)));
    if (earlier) {
      if (earlier.amountCents === amountCents) return toPayout(earlier);
      throw new RequestRejected('this reference was used with another amount');
    }
    if (status !== 'enabled') throw new RequestRejected(`account ${accountId} is ${status}`);
    if (amountCents <= 0) throw new RequestRejected('the amount is not positive');
    if (amountCents > balance) throw new AmountRefused('balance-insufficient');
    const [payout] = await tx
      .insert(sandboxPayouts)
      .values({
        id: sandboxId('po'),
        accountId,
        amountCents,
        reference,
        status: 'pending',
        behaviour: isFailing(behaviour) ? behaviour : 'succeeds',
        arrivesAt: settlementTime(store),
        dueAt: settlementTime(store),
        createdAt: store.clock.now(),
      })
      .returning();
    if (!payout) throw new Error('the payout was not inserted');
    await addBalanceEntry(tx, store.clock, {
      accountId,
      kind: 'payout',
      amountCents: -amountCents,
      sourceId: payout.id,
    });
    if (payout.behaviour === 'no-account') return toPayout(await fail(tx, store, payout, userId));
    await enqueuePayoutEvent(tx, store, 'payout.created', payout, userId);
    return toPayout(payout);
  });
}

export async function findPayout(
  db: Executor,
  { accountId, payoutId }: { accountId: string; payoutId: string },
): Promise<Payout | undefined> {
  if (!isSandboxId('po', payoutId) || !isSandboxId('acct', accountId)) return undefined;
  const [payout] = await db
    .select()
    .from(sandboxPayouts)
    .where(and(eq(sandboxPayouts.id, payoutId), eq(sandboxPayouts.accountId, accountId)));
  return payout && toPayout(payout);
}

/** Lists the payouts of an account, oldest first. */
export async function listPayouts(
  db: Executor,
  { accountId, since }: { accountId: string; since: Date },
): Promise<Payout[]> {
  const rows = await db
    .select()
    .from(sandboxPayouts)
    .where(and(eq(sandboxPayouts.accountId, accountId), gte(sandboxPayouts.createdAt, since)))
    .orderBy(asc(sandboxPayouts.createdAt), asc(sandboxPayouts.id));
  return rows.map(toPayout);
}

/**
 * Moves due payouts on: `pending`, `in_transit`, `paid`; those to a closed account fail after they were
 * paid.
 */
export function settlePayouts(store: SandboxStore): Promise<number> {
  return transactWithEvents(store, async (tx) => {
    const due = await tx
      .select()
      .from(sandboxPayouts)
      .where(and(isNotNull(sandboxPayouts.dueAt), lte(sandboxPayouts.dueAt, store.clock.now())))
      .for('update', { skipLocked: true });
    for (const payout of due) {
      const { userId } = await requireAccount(tx, payout.accountId);
      if (payout.status === 'paid') {
        await fail(tx, store, payout, userId);
        continue;
      }
      const isPaid = payout.status === 'in_transit';
      const isReturned = isPaid && payout.behaviour === 'account-closed';
      const changed = await update(tx, payout, {
        status: isPaid ? 'paid' : 'in_transit',
        dueAt: isPaid && !isReturned ? null : settlementTime(store),
      });
      const type = isPaid ? 'payout.paid' : 'payout.updated';
      await enqueuePayoutEvent(tx, store, type, changed, userId);
    }
    return due.length;
  });
}

const isFailing = (behaviour: string | null): behaviour is 'no-account' | 'account-closed' =>
  behaviour === 'no-account' || behaviour === 'account-closed';

/** Returns the money of a failed payout to the account. */
async function fail(
  tx: SandboxTransaction,
  store: SandboxStore,
  payout: PayoutRow,
  userId: string,
): Promise<PayoutRow> {
  const failureCode = payout.behaviour.replace('-', '_');
  const changed = await update(tx, payout, { status: 'failed', failureCode, dueAt: null });
  await addBalanceEntry(tx, store.clock, {
    accountId: payout.accountId,
    kind: 'payout-failure',
    amountCents: payout.amountCents,
    sourceId: payout.id,
  });
  await enqueuePayoutEvent(tx, store, 'payout.failed', changed, userId);
  return changed;
}

async function update(
  tx: SandboxTransaction,
  { id }: PayoutRow,
  change: Partial<PayoutRow>,
): Promise<PayoutRow> {
  const [changed] = await tx
    .update(sandboxPayouts)
    .set(change)
    .where(eq(sandboxPayouts.id, id))
    .returning();
  if (!changed) throw new Error('the payout was not updated');
  return changed;
}

const enqueuePayoutEvent = (
  tx: Executor,
  { clock }: SandboxStore,
  type: string,
  payout: PayoutRow,
  userId: string,
): Promise<void> =>
  enqueueEvent(tx, clock, {
    type,
    account: payout.accountId,
    object: {
      object: 'payout',
      id: payout.id,
      amount: payout.amountCents,
      status: payout.status,
      metadata: { reference: payout.reference, userId },
    },
  });

const toPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  accountId: row.accountId,
  amountCents: row.amountCents,
  status: row.status,
  failureCode: row.failureCode ?? undefined,
  reference: row.reference,
  arrivesAt: row.arrivesAt,
  createdAt: row.createdAt,
});
