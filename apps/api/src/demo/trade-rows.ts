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

/** Writes a meeting that both agreed on. */
export function writeMeeting(
  rows: TradeRows,
  random: Random,
  order: { id: string; location: string },
  agreedAt: Date,
  { at, timeZone }: { at: Date; timeZone: string | null },
): void {
  rows.meetings.push({
    id: uuidAt(random, agreedAt),
    orderId: order.id,
    place: order.location,
    at,
    timeZone,
    proposedBy: 'buyer',
    state: 'accepted',
    createdAt: agreedAt,
  });
}
