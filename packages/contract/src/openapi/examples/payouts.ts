import type { EndpointExamples } from '../example.ts';

const form = [
  {
    name: 'holderName',
    label: 'Account holder',
    hint: 'Your name, as your bank has it',
    maxLength: 100,
    inputMode: 'text',
  },
  {
    name: 'routingNumber',
    label: 'Routing number',
    hint: 'Nine digits; this sandbox takes 110000000',
    maxLength: 20,
    inputMode: 'numeric',
  },
  {
    name: 'accountNumber',
    label: 'Account number',
    hint: 'This sandbox takes test numbers such as 000123456789',
    maxLength: 30,
    inputMode: 'numeric',
  },
] as const;

export const payoutExamples = {
  getPayoutAccount: {
    tag: 'Payouts',
    description:
      'The account to which the caller’s balance is paid out. `requirements` says what is missing. With `form`, its fields are submitted to `PUT`; otherwise `PUT` returns the provider’s page as `onboardingUrl`.',
    response: {
      provider: 'sandbox',
      status: 'none',
      requirements: [],
      last4: null,
      form: [...form],
      onboardingUrl: null,
    },
  },
  setUpPayoutAccount: {
    tag: 'Payouts',
    description:
      'Creates the account at the provider on first use. The bank details are passed on to the provider and not stored. Details that are wrong are answered with `requirements`, and those that were accepted before stay in force.',
    body: {
      holderName: 'Rana Ahmed',
      routingNumber: '110000000',
      accountNumber: '000123456789',
    },
    response: {
      provider: 'sandbox',
      status: 'enabled',
      requirements: [],
      last4: '6789',
      form: [...form],
      onboardingUrl: null,
    },
  },
  requestPayout: {
    tag: 'Payouts',
    description:
      'Without an amount, all of the available balance. The amount leaves the balance at once; if the bank refuses it, it comes back.',
    body: { amount: 120 },
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000f8' },
    errors: {
      'payout.in-progress': {
        detail: 'Another payout is on its way: request the next one when it has arrived',
      },
      'payout.exceeds-balance': {
        detail: 'This is more than your available balance of $328.23',
        field: 'body.amount',
      },
      'payout.too-small': { detail: 'A payout is at least $1.00', field: 'body.amount' },
    },
  },
  getBalance: {
    tag: 'Payouts',
    description:
      'What Redial owes the caller, what is held for open sales, the last payouts, and the changes of the balance, newest first. `nextBefore` continues the history.',
    query: {},
    response: {
      available: 328.23,
      onHold: 0,
      inEscrow: 0,
      inFlight: 0,
      minimumPayout: 1,
      suspended: false,
      held: false,
      payouts: [],
      failedPayout: null,
      history: [
        {
          _id: 2,
          type: 'release',
          at: '2026-11-22T14:00:00.000Z',
          amount: 328.23,
          orderId: null,
          productName: null,
        },
      ],
      nextBefore: null,
    },
  },
  getBalanceStatement: {
    tag: 'Payouts',
    description:
      'A CSV file with the opening balance, each change with the balance after it, and the closing balance. Both days, in UTC, belong to the period.',
    query: { from: '2026-01-01', to: '2026-01-31' },
    response:
      'date,type,order,product,amount,balance,fee\r\n2026-01-01,opening balance,,,,0,\r\n2026-01-31,closing balance,,,,0,\r\n',
    errors: {
      'validation.failed': { detail: 'The period ends before it begins', field: 'query.to' },
    },
  },
  listBalanceMonths: {
    tag: 'Payouts',
    description:
      'For each of the last twelve months in UTC, what sales brought, what was paid out, and the balance at its end. Months without changes are included.',
    response: {
      months: Array.from({ length: 12 }, (_, index) => ({
        month: new Date(Date.UTC(2025, 11 + index)).toISOString().slice(0, 7),
        earned: index === 11 ? 328.23 : 0,
        paidOut: 0,
        closing: index === 11 ? 328.23 : 0,
      })),
    },
  },
} as const satisfies EndpointExamples<
  | 'getPayoutAccount'
  | 'setUpPayoutAccount'
  | 'requestPayout'
  | 'getBalance'
  | 'getBalanceStatement'
  | 'listBalanceMonths'
>;
