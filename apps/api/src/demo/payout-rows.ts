import { type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { LedgerRow, TradeRows } from './trade-rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

/** Where payouts appear besides. */
interface MoneyRows extends TradeRows {
  readonly ledger: LedgerRow[];
  readonly sandboxBalanceEntries: Row<typeof schema.sandboxBalanceEntries>[];
}

const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);

/**
 * Writes a seller's payout account with two payouts that arrived and one that the bank refused, so that
 * its money is in the balance again.
 */
export function writePayouts(
  rows: MoneyRows,
  random: Random,
  { user, now }: { user: { id: string; email: string; name: string }; now: Date },
): void {
  const seller = `seller:${user.id}`;
  const sandboxId = (prefix: string, at: Date) =>
    `${prefix}_${uuidAt(random, at).replaceAll('-', '').slice(0, 24)}`;
  const createdAt = later(now, -720);
  const accountId = sandboxId('acct', createdAt);
  rows.payoutAccounts.push({
    userId: user.id,
    provider: 'sandbox',
    accountId,
    status: 'enabled',
    last4: '6789',
    createdAt,
    changedAt: createdAt,
  });
  rows.sandboxAccounts.push({
    id: accountId,
    idempotencyKey: `payout-account:${user.id}`,
    userId: user.id,
    email: user.email,
    status: 'enabled',
    requirements: [],
    holderName: user.name,
    last4: '6789',
    behaviour: 'succeeds',
    createdAt,
  });
  const balanceEntry = (
    kind: Row<typeof schema.sandboxBalanceEntries>['kind'],
    at: Date,
    entry: { amountCents: number; sourceId: string; accountId?: string },
  ) => rows.sandboxBalanceEntries.push({ id: sandboxId('txn', at), kind, createdAt: at, ...entry });

  /** The seller's balance at a time, in cents. */
  const balanceAt = (at: Date) =>
    rows.ledger
      .filter(({ transaction }) => transaction.at <= at)
      .reduce((sum, { amounts }) => sum - (amounts[seller] ?? 0), 0);

  const payOut = (share: number, requestedAt: Date, isReturned: boolean) => {
    const amountCents = Math.floor(balanceAt(requestedAt) * share);
    const id = uuidAt(random, requestedAt);
    const [transferId, payoutId] = [sandboxId('tr', requestedAt), sandboxId('po', requestedAt)];
    const endsAt = later(requestedAt, 30);
    rows.payouts.push({
      id,
      userId: user.id,
      provider: 'sandbox',
      accountId,
      amountCents,
      state: isReturned ? 'failed' : 'settled',
      transferId,
      providerPayoutId: payoutId,
      failureCode: isReturned ? 'account_closed' : null,
      requestedAt,
      arrivesAt: endsAt,
      settledAt: isReturned ? null : endsAt,
      changedAt: endsAt,
    });
    rows.sandboxTransfers.push({
      id: transferId,
      accountId,
      amountCents,
      reversedCents: isReturned ? amountCents : 0,
      group: id,
      createdAt: requestedAt,
    });
    rows.sandboxPayouts.push({
      id: payoutId,
      accountId,
      amountCents,
      reference: id,
      status: isReturned ? 'failed' : 'paid',
      failureCode: isReturned ? 'account_closed' : null,
      behaviour: isReturned ? 'account-closed' : 'succeeds',
      arrivesAt: endsAt,
      createdAt: requestedAt,
    });
    const post = (type: 'payout' | 'payout-settled' | 'payout-failed', at: Date, amounts: object) =>
      rows.ledger.push({
        transaction: { type, key: `${type}:${id}`, at },
        amounts: { ...amounts } as Record<string, number>,
      });
    const transfer = { sourceId: transferId };
    const payout = { sourceId: payoutId, accountId };
    balanceEntry('transfer', requestedAt, { ...transfer, amountCents: -amountCents });
    balanceEntry('transfer', requestedAt, { ...transfer, accountId, amountCents });
    balanceEntry('payout', requestedAt, { ...payout, amountCents: -amountCents });
    post('payout', requestedAt, { [seller]: amountCents, payouts: -amountCents });
    if (!isReturned) {
      post('payout-settled', endsAt, { payouts: amountCents, provider: -amountCents });
      return;
    }
    rows.sandboxTransferReversals.push({
      id: sandboxId('trr', endsAt),
      idempotencyKey: `payout-return:${id}`,
      transferId,
      amountCents,
      createdAt: endsAt,
    });
    balanceEntry('payout-failure', endsAt, { ...payout, amountCents });
    balanceEntry('transfer-reversal', endsAt, { ...transfer, amountCents });
    balanceEntry('transfer-reversal', endsAt, {
      ...transfer,
      accountId,
      amountCents: -amountCents,
    });
    post('payout-failed', endsAt, { payouts: amountCents, [seller]: -amountCents });
  };
  payOut(0.5, later(now, -700), false);
  payOut(0.4, later(now, -320), false);
  payOut(0.6, later(now, -80), true);
}

/** Writes what the operator has paid in at the provider. */
export function writeTopUp(
  rows: Pick<MoneyRows, 'ledger' | 'sandboxBalanceEntries'>,
  random: Random,
  { cents, at }: { cents: number; at: Date },
): void {
  const id = `txn_${uuidAt(random, at).replaceAll('-', '').slice(0, 24)}`;
  rows.sandboxBalanceEntries.push({ id, kind: 'top-up', amountCents: cents, createdAt: at });
  rows.ledger.push({
    transaction: { type: 'operator-deposit', key: `top-up:${id}`, at },
    amounts: { provider: cents, operator: -cents },
  });
}
