import type { PayoutAccount as PayoutAccountBody } from '@redial/contract';
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { payoutAccounts, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { markOf } from '../../platform/seller-marks.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { BankDetails, Onboarding, PayoutAccount } from '../../ports/payouts.ts';
import { recordAccountEvent } from '../audit/index.ts';

type AccountDeps = Pick<Deps, 'db' | 'payouts' | 'settings' | 'log'>;
type AccountRow = typeof payoutAccounts.$inferSelect;

/**
 * Returns the caller's payout account. While it is not enabled, its state is read from the provider,
 * because the seller may just have returned from the provider's page.
 *
 * @throws Problem `payout.unavailable`
 */
export async function getPayoutAccount(deps: AccountDeps, actor: User): Promise<PayoutAccountBody> {
  const row = await findAccount(deps, actor);
  if (!row?.accountId || row.status === 'enabled') return toBody(deps, row);
  return toBody(deps, (await refreshPayoutAccount(deps, row.accountId)) ?? row);
}

/**
 * Sets the payout account up: creates it at the provider on first use, then stores the details of the
 * form, or returns the link to the provider's page.
 *
 * @throws Problem `payout.unavailable`
 */
export async function setUpPayoutAccount(
  deps: AccountDeps,
  actor: User,
  details: Partial<BankDetails>,
): Promise<PayoutAccountBody> {
  return reportOutage(deps, async () => {
    const accountId = await getOrCreateAccount(deps, actor);
    const onboarding = await beginOnboarding(deps, accountId);
    if (onboarding.kind === 'hosted') {
      return toBody(deps, await findAccount(deps, actor), onboarding.url);
    }
    const { holderName = '', accountNumber = '', routingNumber = '' } = details;
    const given = { holderName, accountNumber, routingNumber };
    const account = await deps.payouts.submitBankDetails(accountId, given);
    // The details that were accepted before stay in force.
    if (account.requirements.length > 0) return toBody(deps, toRow(account));
    await storeAccount(deps, account, actor);
    return toBody(deps, await touchAccount(deps, actor));
  });
}

/**
 * Updates our record of an account from the provider.
 *
 * @returns the record, or `undefined` if the account is not one of ours.
 * @throws Problem `payout.unavailable`
 */
export async function refreshPayoutAccount(
  deps: AccountDeps,
  accountId: string,
): Promise<AccountRow | undefined> {
  const account = await reportOutage(deps, () => deps.payouts.retrieveAccount(accountId));
  return account && storeAccount(deps, account);
}

async function findAccount({ db, payouts }: AccountDeps, { id }: User) {
  const [row] = await db
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.userId, id), eq(payoutAccounts.provider, payouts.provider)));
  return row;
}

/** The row is written before the provider is called, and the user's id is the idempotency key. */
async function getOrCreateAccount(deps: AccountDeps, actor: User): Promise<string> {
  const { db, payouts } = deps;
  const { provider } = payouts;
  await db
    .insert(payoutAccounts)
    .values({ userId: actor.id, provider })
    .onConflictDoUpdate({
      target: payoutAccounts.userId,
      // An account at a provider that is no longer configured is replaced.
      set: {
        provider,
        accountId: null,
        status: 'none',
        requirements: [],
        last4: null,
        bankMark: null,
      },
      setWhere: ne(payoutAccounts.provider, provider),
    });
  const known = await findAccount(deps, actor);
  if (known?.accountId) return known.accountId;
  const account = await payouts.createAccount({
    userId: actor.id,
    email: actor.email,
    idempotencyKey: `payout-account:${actor.id}`,
  });
  await db
    .update(payoutAccounts)
    .set({ accountId: account.id, changedAt: sql`now()` })
    .where(and(eq(payoutAccounts.userId, actor.id), isNull(payoutAccounts.accountId)));
  await storeAccount(deps, account);
  return (await findAccount(deps, actor))?.accountId ?? account.id;
}

/** Records that the seller's details were accepted, although they may be the same as before. */
async function touchAccount({ db }: AccountDeps, { id }: User): Promise<AccountRow | undefined> {
  const [row] = await db
    .update(payoutAccounts)
    .set({ changedAt: sql`now()` })
    .where(eq(payoutAccounts.userId, id))
    .returning();
  return row;
}

/**
 * Stores what the provider reports. `changedAt` stays if nothing has changed. Another bank account is recorded
 * as an event of the account, and its owner is notified by mail.
 *
 * @param actor who has just given the details here; they may also have been given at the provider.
 */
async function storeAccount(
  { db, payouts, settings }: Pick<Deps, 'db' | 'payouts' | 'settings'>,
  account: PayoutAccount,
  actor?: User,
): Promise<AccountRow | undefined> {
  const { status, requirements, last4 } = toRow(account);
  const bankMark = account.fingerprint
    ? markOf(settings, 'payout-account', account.fingerprint)
    : null;
  const isSame = sql`(${payoutAccounts.status}, ${payoutAccounts.requirements}, ${payoutAccounts.last4})
    is not distinct from (${status}, ${JSON.stringify(requirements)}::jsonb, ${last4}::text)`;
  const isThis = and(
    eq(payoutAccounts.accountId, account.id),
    eq(payoutAccounts.provider, payouts.provider),
    isNotNull(payoutAccounts.accountId),
  );
  return inTransaction(db, async (tx) => {
    const [before] = await tx
      .select({ last4: payoutAccounts.last4, uid: users.identityUid, email: users.email })
      .from(payoutAccounts)
      .innerJoin(users, eq(users.id, payoutAccounts.userId))
      .where(isThis)
      .for('update', { of: payoutAccounts });
    if (!before) return undefined;
    if (actor || before.last4 !== last4) {
      await recordAccountEvent(tx, before.uid, {
        action: 'payout-account.changed',
        network: actor?.network,
      });
      const { uid, email } = before;
      await emit(tx, { type: 'payout-account.changed', changeId: newId(), uid, email, last4 });
    }
    const changedAt = sql`case when ${isSame} then ${payoutAccounts.changedAt} else now() end`;
    const [row] = await tx
      .update(payoutAccounts)
      .set({ status, requirements, last4, bankMark, changedAt })
      .where(isThis)
      .returning();
    return row;
  });
}

function beginOnboarding(
  { payouts, settings }: AccountDeps,
  accountId: string,
): Promise<Onboarding> {
  const page = `${settings.publicUrl}/dashboard/payout-account`;
  return payouts.beginOnboarding({
    accountId,
    returnUrl: `${page}?onboarding=returned`,
    refreshUrl: `${page}?onboarding=expired`,
  });
}

/** A provider that rejects us, such as Stripe before Connect is set up, is as good as unreachable. */
async function reportOutage<T>({ log }: Pick<Deps, 'log'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    log.warn({ err: error }, 'payout account not available');
    throw new Problem('payout.unavailable', undefined, undefined, { cause: error });
  }
}

const toRow = ({ status, requirements, last4 }: PayoutAccount) => ({
  status,
  requirements: [...requirements],
  last4: last4 ?? null,
});

const toBody = (
  { payouts }: Pick<Deps, 'payouts'>,
  row: ReturnType<typeof toRow> | Pick<AccountRow, 'status' | 'requirements' | 'last4'> | undefined,
  onboardingUrl?: string,
): PayoutAccountBody => ({
  provider: payouts.provider,
  status: row?.status ?? 'none',
  requirements: [...(row?.requirements ?? [])],
  last4: row?.last4 ?? null,
  form: payouts.bankDetailsForm ? [...payouts.bankDetailsForm] : null,
  onboardingUrl: onboardingUrl ?? null,
});
