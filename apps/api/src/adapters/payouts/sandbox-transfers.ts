import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sandboxTransferReversals, sandboxTransfers } from '../../db/schema/sandbox-payouts.ts';
import { AmountRefused } from '../../ports/card-payments.ts';
import type { Transfer } from '../../ports/payouts.ts';
import { addBalanceEntry, lockBalance } from '../card-payments/sandbox-balance.ts';
import {
  isSandboxId,
  RequestRejected,
  type SandboxStore,
  sandboxId,
} from '../card-payments/sandbox-store.ts';
import { requireAccount } from './sandbox-accounts.ts';

type TransferRow = typeof sandboxTransfers.$inferSelect;

/**
 * Transfers from the marketplace's balance to an account, once per group.
 *
 * @throws RequestRejected if the account cannot receive money, or the group was used otherwise.
 * @throws AmountRefused
 */
export function createTransfer(
  { db, clock }: SandboxStore,
  input: { accountId: string; amountCents: number; group: string },
): Promise<Transfer> {
  const { accountId, amountCents, group } = input;
  return db.transaction(async (tx) => {
    const { status } = await requireAccount(tx, accountId);
    const balance = await lockBalance(tx);
    const [earlier] = await tx
      .select()
      .from(sandboxTransfers)
      .where(eq(sandboxTransfers.group, group));
    if (earlier) {
      if (earlier.accountId === accountId && earlier.amountCents === amountCents)
        return toTransfer(earlier);
      throw new RequestRejected('this transfer group was used with other parameters');
    }
    if (status !== 'enabled') throw new RequestRejected(`account ${accountId} is ${status}`);
    if (amountCents <= 0) throw new RequestRejected('the amount is not positive');
    if (amountCents > balance) throw new AmountRefused('balance-insufficient');
    const [transfer] = await tx
      .insert(sandboxTransfers)
      .values({ id: sandboxId('tr'), accountId, amountCents, group, createdAt: clock.now() })
      .returning();
    if (!transfer) throw new Error('the transfer was not inserted');
    const entry = { kind: 'transfer', sourceId: transfer.id } as const;
    await addBalanceEntry(tx, clock, { ...entry, amountCents: -amountCents });
    await addBalanceEntry(tx, clock, { ...entry, accountId, amountCents });
    return toTransfer(transfer);
  });
}

export async function findTransfer(db: Executor, id: string): Promise<Transfer | undefined> {
  if (!isSandboxId('tr', id)) return undefined;
  const [transfer] = await db.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id));
  return transfer && toTransfer(transfer);
}

/**
 * Moves part or all of a transfer back to the marketplace's balance, once per idempotency key.
 *
 * @throws RequestRejected if there is no such transfer, or the key was used with other parameters.
 * @throws AmountRefused
 */
export function reverseTransfer(
  { db, clock }: SandboxStore,
  input: { transferId: string; amountCents: number; idempotencyKey: string },
): Promise<Transfer> {
  const { transferId, amountCents, idempotencyKey } = input;
  return db.transaction(async (tx) => {
    const [transfer] = isSandboxId('tr', transferId)
      ? await tx
          .select()
          .from(sandboxTransfers)
          .where(eq(sandboxTransfers.id, transferId))
          .for('update')
      : [];
    if (!transfer) throw new RequestRejected(`there is no transfer ${transferId}`);
    const [earlier] = await tx
      .select()
      .from(sandboxTransferReversals)
      .where(eq(sandboxTransferReversals.idempotencyKey, idempotencyKey));
    if (earlier) {
      if (earlier.transferId === transferId && earlier.amountCents === amountCents)
        return toTransfer(transfer);
      throw new RequestRejected('this idempotency key was used with other parameters');
    }
    if (amountCents <= 0) throw new RequestRejected('the amount is not positive');
    if (amountCents > transfer.amountCents - transfer.reversedCents)
      throw new AmountRefused('exceeds-remaining');
    const { accountId } = transfer;
    if (amountCents > (await lockBalance(tx, accountId)))
      throw new AmountRefused('balance-insufficient');
    const id = sandboxId('trr');
    await tx
      .insert(sandboxTransferReversals)
      .values({ id, idempotencyKey, transferId, amountCents, createdAt: clock.now() });
    const [changed] = await tx
      .update(sandboxTransfers)
      .set({ reversedCents: sql`${sandboxTransfers.reversedCents} + ${amountCents}` })
      .where(eq(sandboxTransfers.id, transferId))
      .returning();
    const entry = { kind: 'transfer-reversal', sourceId: transferId } as const;
    await addBalanceEntry(tx, clock, { ...entry, amountCents });
    await addBalanceEntry(tx, clock, { ...entry, accountId, amountCents: -amountCents });
    return toTransfer(changed ?? transfer);
  });
}

const toTransfer = (row: TransferRow): Transfer => ({
  id: row.id,
  accountId: row.accountId,
  amountCents: row.amountCents,
  reversedCents: row.reversedCents,
  group: row.group,
  createdAt: row.createdAt,
});
