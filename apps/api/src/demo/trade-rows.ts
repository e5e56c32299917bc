import { type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

/** A transaction of the ledger with its cents by account. */
export interface LedgerRow {
  readonly transaction: Row<typeof schema.ledgerTransactions> & { at: Date };
  readonly amounts: Readonly<Record<string, number>>;
}

/** The rows of what happens around orders: meetings, disputes, returns and payouts. */
export interface TradeRows {
  readonly meetings: Row<typeof schema.meetings>[];
  readonly disputes: Row<typeof schema.disputes>[];
  readonly disputeMessages: Row<typeof schema.disputeMessages>[];
  readonly disputeProposals: Row<typeof schema.disputeProposals>[];
  readonly disputeResolutions: Row<typeof schema.disputeResolutions>[];
  /** Each with the image whose file it copies. */
  readonly disputePhotos: (Row<typeof schema.disputePhotos> & { imageUrl: string })[];
  readonly returns: Row<typeof schema.returns>[];
  readonly payoutAccounts: Row<typeof schema.payoutAccounts>[];
  readonly payouts: Row<typeof schema.payouts>[];
  readonly sandboxAccounts: Row<typeof schema.sandboxAccounts>[];
  readonly sandboxTransfers: Row<typeof schema.sandboxTransfers>[];
  readonly sandboxTransferReversals: Row<typeof schema.sandboxTransferReversals>[];
  readonly sandboxPayouts: Row<typeof schema.sandboxPayouts>[];
}

/** Where payouts appear besides. */
interface MoneyRows extends TradeRows {
  readonly ledger: LedgerRow[];
  readonly sandboxBalanceEntries: Row<typeof schema.sandboxBalanceEntries>[];
}

export const noTradeRows = (): TradeRows => ({
  meetings: [],
  disputes: [],
  disputeMessages: [],
  disputeProposals: [],
  disputeResolutions: [],
  disputePhotos: [],
  returns: [],
  payoutAccounts: [],
  payouts: [],
  sandboxAccounts: [],
  sandboxTransfers: [],
  sandboxTransferReversals: [],
  sandboxPayouts: [],
});

const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);

/** Writes a dispute under way: photos, an answer of the seller, and a proposal of each. */
export function writeDispute(
  rows: TradeRows,
  random: Random,
  order: { id: string; buyerId: string; priceCents: number; imageUrl: string },
  openedAt: Date,
): void {
  const disputeId = uuidAt(random, openedAt);
  rows.disputes.push({
    id: disputeId,
    orderId: order.id,
    reason: 'not-as-described',
    text: 'The screen has a long scratch from the camera to the middle, and the listing does not mention one. It is on both photos.',
    defects: [{ part: 'screen', kind: 'scratch' }],
    lastStepBy: 'seller',
    openedAt,
  });
  for (const minutes of [1, 2]) {
    const at = later(openedAt, -minutes / 60);
    const photo = { id: uuidAt(random, at), orderId: order.id, uploadedBy: order.buyerId };
    const { imageUrl } = order;
    rows.disputePhotos.push({ ...photo, disputeId, width: 960, height: 960, at, imageUrl });
  }
  const message = (party: 'buyer' | 'seller', hours: number, text: string) => {
    const at = later(openedAt, hours);
    rows.disputeMessages.push({ id: uuidAt(random, at), disputeId, party, text, at });
  };
  const propose = (party: 'buyer' | 'seller', hours: number, share: number) => {
    const at = later(openedAt, hours);
    const refundCents = Math.round((order.priceCents * share) / 100) * 100;
    const proposal = { id: uuidAt(random, at), disputeId, party, refundCents, at };
    rows.disputeProposals.push({ ...proposal, kind: 'partial-refund' });
  };
  propose('buyer', 0.1, 0.2);
  message(
    'seller',
    5,
    'I am sorry, I did not see it under the screen protector. It works well otherwise.',
  );
  message('buyer', 7, 'Thank you for answering. I would keep it for a lower price.');
  message('seller', 9, 'That is fair. I can offer a tenth of the price.');
  propose('seller', 9.1, 0.1);
}

/** Writes a dispute that both ended by agreeing on a return, with the seller's address for it. */
export function writeAgreedReturn(
  rows: TradeRows,
  random: Random,
  order: { id: string },
  { openedAt, agreedAt }: { openedAt: Date; agreedAt: Date },
): void {
  const disputeId = uuidAt(random, openedAt);
  rows.disputes.push({
    id: disputeId,
    orderId: order.id,
    reason: 'does-not-work',
    text: 'The microphone does not work: nobody hears me on calls.',
    lastStepBy: 'buyer',
    openedAt,
  });
  const at = later(agreedAt, -6);
  rows.disputeProposals.push({
    id: uuidAt(random, at),
    disputeId,
    party: 'seller',
    kind: 'return-and-refund',
    state: 'accepted',
    at,
  });
  rows.disputeResolutions.push({
    id: uuidAt(random, agreedAt),
    disputeId,
    source: 'agreement',
    kind: 'return-and-refund',
    at: agreedAt,
  });
  rows.returns.push({
    orderId: order.id,
    address: 'Nora Bell, 2040 NE Alberta Street, Portland, Oregon 97211, USA',
    createdAt: agreedAt,
  });
}

/** Writes a meeting that both agreed on. */
export function writeMeeting(
  rows: TradeRows,
  random: Random,
  order: { id: string; location: string },
  { agreedAt, at }: { agreedAt: Date; at: Date },
): void {
  const meeting = { id: uuidAt(random, agreedAt), orderId: order.id, place: order.location, at };
  rows.meetings.push({
    ...meeting,
    proposedBy: 'buyer',
    state: 'accepted',
    createdAt: agreedAt,
  });
}

/**
 * Writes a seller's payout account with a payout that arrived and one that the bank refused, so that
 * its money is in the balance again.
 *
 * @param input.availableCents the balance before; what the two payouts take are parts of it
 */
export function writePayouts(
  rows: MoneyRows,
  random: Random,
  input: { user: { id: string; email: string; name: string }; availableCents: number; now: Date },
): void {
  const { user, availableCents, now } = input;
  const sandboxId = (prefix: string, at: Date) =>
    `${prefix}_${uuidAt(random, at).replaceAll('-', '').slice(0, 24)}`;
  const createdAt = later(now, -230);
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

  const payOut = (amountCents: number, requestedAt: Date, isReturned: boolean) => {
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
    const seller = `seller:${user.id}`;
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
  payOut(Math.floor(availableCents * 0.4), later(now, -220), false);
  payOut(Math.floor(availableCents * 0.3), later(now, -100), true);
}
