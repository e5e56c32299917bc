import { and, eq, isNotNull, lte } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sandboxAccounts } from '../../db/schema/sandbox-payouts.ts';
import type { BankDetails, PayoutAccount } from '../../ports/payouts.ts';
import {
  enqueueEvent,
  isSandboxId,
  RequestRejected,
  type SandboxStore,
  sandboxId,
  settlementTime,
  transactWithEvents,
} from '../card-payments/sandbox-store.ts';
import { parseBankDetails } from './sandbox-test-accounts.ts';

type AccountRow = typeof sandboxAccounts.$inferSelect;

const missingDetails = ['Enter the bank account that receives your payouts.'];

/**
 * Creates an account, or returns the one created earlier with the same idempotency key.
 *
 * @throws RequestRejected if the key was used with other parameters.
 */
export async function createAccount(
  { db, clock }: SandboxStore,
  input: { userId: string; email: string; idempotencyKey: string },
): Promise<PayoutAccount> {
  await db
    .insert(sandboxAccounts)
    .values({
      ...input,
      id: sandboxId('acct'),
      requirements: missingDetails,
      createdAt: clock.now(),
    })
    .onConflictDoNothing({ target: sandboxAccounts.idempotencyKey });
  const [account] = await db
    .select()
    .from(sandboxAccounts)
    .where(eq(sandboxAccounts.idempotencyKey, input.idempotencyKey));
  if (account?.userId !== input.userId)
    throw new RequestRejected('this idempotency key was used with other parameters');
  return toAccount(account);
}

export async function findAccount(db: Executor, id: string): Promise<AccountRow | undefined> {
  if (!isSandboxId('acct', id)) return undefined;
  const [account] = await db.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, id));
  return account;
}

/** @throws RequestRejected if there is no such account. */
export async function requireAccount(db: Executor, id: string): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw new RequestRejected(`there is no account ${id}`);
  return account;
}

/** Stores valid bank details without the account number, or says what is wrong with them. */
export async function submitBankDetails(
  store: SandboxStore,
  accountId: string,
  details: BankDetails,
): Promise<PayoutAccount> {
  const parsed = parseBankDetails(details);
  return transactWithEvents(store, async (tx) => {
    const account = await requireAccount(tx, accountId);
    if (account.status === 'rejected') return toAccount(account);
    if ('requirements' in parsed) {
      return toAccount({ ...account, status: 'details-needed', ...parsed });
    }
    const { behaviour, last4, fingerprint } = parsed;
    const isLate = behaviour === 'verified-late' || behaviour === 'rejected';
    const [changed] = await tx
      .update(sandboxAccounts)
      .set({
        behaviour,
        last4,
        fingerprint,
        holderName: details.holderName.trim(),
        status: isLate ? 'pending' : 'enabled',
        requirements: [],
        dueAt: isLate ? settlementTime(store) : null,
      })
      .where(eq(sandboxAccounts.id, accountId))
      .returning();
    if (!changed) throw new Error('the account was not updated');
    await enqueueAccountEvent(tx, store, changed);
    return toAccount(changed);
  });
}

/** Ends the verifications that are due. */
export function settleAccounts(store: SandboxStore): Promise<number> {
  return transactWithEvents(store, async (tx) => {
    const due = await tx
      .select()
      .from(sandboxAccounts)
      .where(and(isNotNull(sandboxAccounts.dueAt), lte(sandboxAccounts.dueAt, store.clock.now())))
      .for('update', { skipLocked: true });
    for (const { id, behaviour } of due) {
      const isRejected = behaviour === 'rejected';
      const [changed] = await tx
        .update(sandboxAccounts)
        .set({
          status: isRejected ? 'rejected' : 'enabled',
          requirements: isRejected ? ['The provider cannot accept this account.'] : [],
          dueAt: null,
        })
        .where(eq(sandboxAccounts.id, id))
        .returning();
      if (changed) await enqueueAccountEvent(tx, store, changed);
    }
    return due.length;
  });
}

const enqueueAccountEvent = (
  tx: Executor,
  { clock }: SandboxStore,
  { id, status, userId }: AccountRow,
): Promise<void> =>
  enqueueEvent(tx, clock, {
    type: 'account.updated',
    account: id,
    object: { object: 'account', id, status, metadata: { userId } },
  });

export const toAccount = (row: AccountRow): PayoutAccount => ({
  id: row.id,
  status: row.status,
  requirements: row.requirements,
  last4: row.last4 ?? undefined,
  fingerprint: row.fingerprint ?? undefined,
});
