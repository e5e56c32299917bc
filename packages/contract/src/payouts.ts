import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Day, Id, Inserted } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Errors of balances and payouts, part of the error catalogue. */
export const payoutErrors = {
  'payout-account.not-enabled': { status: 409, title: 'Set up your payout account first' },
  'payout.in-progress': { status: 409, title: 'Another payout is on its way' },
  'payout.exceeds-balance': { status: 409, title: 'This is more than your available balance' },
  'payout.too-small': { status: 422, title: 'The amount is below the smallest payout' },
  'payout.held': {
    status: 409,
    title: 'Your balance is held until your open orders and disputes are over',
  },
  'payout.suspended': { status: 503, title: 'Payouts are suspended while we check our books' },
  'payout.unavailable': { status: 503, title: 'The payment provider cannot be reached' },
} as const satisfies ErrorDefinitions;

/** What a seller still has to do before money can be paid out. `none`: not begun. */
export const payoutAccountStatuses = [
  'none',
  'details-needed',
  'pending',
  'enabled',
  'rejected',
] as const;

/**
 * States of a payout. `returning`: it failed, and the money is on its way back to the balance.
 */
export const payoutStates = [
  'requested',
  'transferred',
  'paying',
  'settled',
  'returning',
  'failed',
] as const;
export type PayoutState = (typeof payoutStates)[number];

const Timestamp = Type.String({ format: 'date-time' });
const Nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const SignedDollars = Type.Number({ description: 'US dollars, at most two decimals' });

/** A seller's account for payouts. */
export const PayoutAccount = Type.Object({
  provider: Type.Enum(['sandbox', 'stripe']),
  status: Type.Enum(payoutAccountStatuses),
  requirements: Type.Array(Type.String(), {
    description: 'What the seller has to do, one sentence each',
  }),
  last4: Nullable(Type.String({ description: 'Last digits of the bank account' })),
  form: Nullable(
    Type.Array(
      Type.Object({
        name: Type.Enum(['holderName', 'accountNumber', 'routingNumber']),
        label: Type.String(),
        hint: Type.String(),
        maxLength: Type.Integer(),
        inputMode: Type.Enum(['text', 'numeric']),
      }),
      { description: 'Fields of the form for the details; null if the provider has its own page' },
    ),
  ),
  onboardingUrl: Nullable(
    Type.String({
      description: 'Page of the provider on which the seller continues, for some minutes',
    }),
  ),
});
export type PayoutAccount = Static<typeof PayoutAccount>;

export const getPayoutAccount = endpoint({
  method: 'GET',
  path: '/api/payout-account',
  summary: "The caller's payout account",
  access: 'seller',
  response: PayoutAccount,
  errors: ['payout.unavailable'],
});

export const setUpPayoutAccount = endpoint({
  method: 'PUT',
  path: '/api/payout-account',
  summary: 'Set up the payout account, or change the bank account',
  access: 'seller',
  stepUp: true,
  audit: 'payout-account.changed',
  body: Type.Object({
    holderName: Type.Optional(Type.String({ maxLength: 100 })),
    accountNumber: Type.Optional(Type.String({ maxLength: 30 })),
    routingNumber: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  response: PayoutAccount,
  errors: ['payout.unavailable'],
});

export const requestPayout = endpoint({
  method: 'POST',
  path: '/api/payouts',
  summary: 'Pay out all or part of the available balance',
  access: 'seller',
  accessRule:
    'one payout at a time; a repeated request for the same amount returns the same payout',
  body: Type.Object({ amount: Type.Optional(Dollars) }),
  response: Inserted,
  errors: [
    'payout-account.not-enabled',
    'payout.in-progress',
    'payout.exceeds-balance',
    'payout.too-small',
    'payout.held',
    'payout.suspended',
  ],
});

export const Payout = Type.Object({
  _id: Id,
  amount: Dollars,
  state: Type.Enum(payoutStates),
  /** The provider's reason, if it failed, such as `account_closed`. */
  failureCode: Nullable(Type.String()),
  requestedAt: Timestamp,
  arrivesAt: Nullable(Timestamp),
});
export type Payout = Static<typeof Payout>;

export const BalanceEntry = Type.Object({
  _id: Type.Integer(),
  type: Type.String({ description: 'Type of the ledger transaction, such as `release`' }),
  at: Timestamp,
  amount: SignedDollars,
  orderId: Nullable(Id),
  productName: Nullable(Type.String()),
});

export const Balance = Type.Object({
  available: Type.Number({ description: 'US dollars; negative if the seller owes money' }),
  onHold: Type.Number({ description: 'Part of it that waits for the decision of a chargeback' }),
  inEscrow: Type.Number({ description: 'Held for open sales, before the fee' }),
  inFlight: Type.Number({ description: 'Payouts on their way' }),
  minimumPayout: Dollars,
  suspended: Type.Boolean({ description: 'Whether payouts wait until the books are checked' }),
  held: Type.Boolean({
    description: 'Whether payouts wait, since the seller is suspended and sales are open',
  }),
  payouts: Type.Array(Payout, { description: 'The last 20, newest first' }),
  failedPayout: Nullable(
    Type.String({
      format: 'uuid',
      description:
        'The last payout, if it failed and the account was not changed or verified anew since',
    }),
  ),
  history: Type.Array(BalanceEntry, { description: 'Changes of the balance, newest first' }),
  nextBefore: Nullable(Type.Integer({ description: '`before` of the next page of the history' })),
});
export type Balance = Static<typeof Balance>;

export const getBalance = endpoint({
  method: 'GET',
  path: '/api/balance',
  summary: "The caller's balance, payouts and history",
  access: 'seller',
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Continues the history before this entry' }),
    ),
  }),
  response: Balance,
  errors: [],
});

export const getBalanceStatement = endpoint({
  method: 'GET',
  path: '/api/balance/statement.csv',
  summary: 'The statement of a period as CSV, with opening and closing balance',
  access: 'seller',
  query: Type.Object({ from: Day, to: Day }),
  response: Type.String({ description: 'text/csv' }),
  errors: ['validation.failed'],
});

/** A month of a seller's balance. */
export const BalanceMonth = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'In UTC, such as `2026-11`' }),
  earned: Type.Number({
    description: 'US dollars: sales less late refunds and lost chargebacks, can be negative',
  }),
  paidOut: Type.Number({
    description: 'US dollars: payouts less those that came back, can be negative',
  }),
  closing: Type.Number({ description: 'US dollars: the balance at the end of the month' }),
});
export type BalanceMonth = Static<typeof BalanceMonth>;

export const listBalanceMonths = endpoint({
  method: 'GET',
  path: '/api/balance/months',
  summary: "The last twelve months of the caller's balance",
  access: 'seller',
  response: Type.Object({
    months: Type.Array(BalanceMonth, { description: 'Oldest first, the last one is the current' }),
  }),
  errors: [],
});
