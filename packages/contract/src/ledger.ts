import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Day, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of the ledger, part of the error catalogue. */
export const ledgerErrors = {
  'ledger.payouts-not-suspended': { status: 409, title: 'Payouts are not suspended' },
} as const satisfies ErrorDefinitions;

/** The invariants of the ledger; docs/trade.md says what to do when one is violated. */
export const ledgerInvariantNames = [
  'sums-to-zero',
  'escrow-matches-orders',
  'liabilities-covered',
  'one-release-per-order',
  'payouts-within-balance',
  'balances-match-entries',
  'chain-intact',
  'provider-reconciled',
] as const;
export type LedgerInvariantName = (typeof ledgerInvariantNames)[number];

/** Kinds of accounts: `escrow` is one account per order, `sellers` one per seller. */
export const ledgerAccountKinds = [
  'provider',
  'chargebacks',
  'provider-fees',
  'escrow',
  'sellers',
  'payouts',
  'fees',
  'operator',
] as const;
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number];

const Timestamp = Type.String({ format: 'date-time' });
const Nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const LedgerVerification = Type.Object({
  requestedAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  checked: Type.Integer({ description: 'Transactions compared so far' }),
  total: Type.Integer({ description: 'Transactions that were sealed when it started' }),
  findings: Type.Array(Type.String(), {
    description: 'What was changed, inserted or removed; empty if the ledger is intact',
  }),
});
export type LedgerVerification = Static<typeof LedgerVerification>;

export const LedgerInvariant = Type.Object({
  name: Type.Enum(ledgerInvariantNames),
  holds: Type.Boolean(),
  figures: Type.Array(
    Type.Object({
      name: Type.String(),
      unit: Type.Enum(['dollars', 'count']),
      value: Type.Number(),
    }),
  ),
  violatedAt: Nullable(Timestamp),
  resumedAt: Nullable(Type.String({ description: 'When an admin resumed payouts nevertheless' })),
  resumeReason: Nullable(Type.String()),
});
export type LedgerInvariant = Static<typeof LedgerInvariant>;

/** A comparison of our records with the card provider's own list of changes of its balance. */
export const LedgerReconciliation = Type.Object({
  provider: Type.String(),
  from: Timestamp,
  to: Timestamp,
  finishedAt: Timestamp,
  entries: Type.Integer({ description: 'Entries of the list that were compared' }),
  findings: Type.Array(Type.String(), {
    description: 'What could not be explained; empty if both sides have the same',
  }),
});
export type LedgerReconciliation = Static<typeof LedgerReconciliation>;

export const LedgerStatus = Type.Object({
  checkedAt: Nullable(Timestamp),
  payoutsSuspended: Type.Boolean(),
  invariants: Type.Array(LedgerInvariant, { description: 'Empty until the first check' }),
  accounts: Type.Array(
    Type.Object({
      kind: Type.Enum(ledgerAccountKinds),
      balance: Type.Number({
        description: 'US dollars. Assets and costs are positive, liabilities and income negative',
      }),
      accounts: Type.Integer({ description: 'Accounts whose balance is not zero' }),
    }),
  ),
  chain: Type.Object({
    blocks: Type.Integer(),
    hash: Nullable(Type.String({ description: 'SHA-256 of the last block, in hexadecimal' })),
    sealedAt: Nullable(Timestamp),
    unsealed: Type.Integer({ description: 'Transactions that the next block will contain' }),
  }),
  verification: Nullable(LedgerVerification),
  reconciliation: Type.Union([LedgerReconciliation, Type.Null()], {
    description: 'The last one; null before the first, which runs within an hour',
  }),
});
export type LedgerStatus = Static<typeof LedgerStatus>;

export const getLedgerStatus = endpoint({
  method: 'GET',
  path: '/api/ledger/status',
  summary: 'Invariants, balances and the sealed chain of the ledger',
  access: 'admin',
  staff: [],
  response: LedgerStatus,
  errors: [],
});

export const requestLedgerVerification = endpoint({
  method: 'POST',
  path: '/api/ledger/verification',
  summary: 'Verify the whole ledger in the background',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'ledger.verification-requested',
  accessRule: 'one at a time; a request during a verification returns that one',
  response: LedgerVerification,
  errors: [],
});

export const resumePayouts = endpoint({
  method: 'POST',
  path: '/api/ledger/payout-resumption',
  summary: 'Resume payouts although an invariant is violated',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'payouts.resumed',
  body: Type.Object({ reason: Type.String({ minLength: 10, maxLength: 500 }) }),
  response: Modified,
  errors: ['ledger.payouts-not-suspended'],
});

export const exportLedgerJournal = endpoint({
  method: 'GET',
  path: '/api/ledger/journal.csv',
  summary: 'The journal of a period as CSV, with opening and closing balances',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'ledger.exported',
  query: Type.Object({ from: Day, to: Day }),
  response: Type.String({ description: 'text/csv' }),
  errors: ['validation.failed'],
});
