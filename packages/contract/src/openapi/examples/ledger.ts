import type { EndpointExamples } from '../example.ts';

const verification = {
  requestedAt: '2026-11-22T14:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  checked: 0,
  total: 0,
  findings: [],
};

export const ledgerExamples = {
  getLedgerStatus: {
    tag: 'Ledger',
    description:
      'The result of the last check of the invariants, the balances by kind of account, the last block of the sealed chain, and the last verification. `docs/trade.md` has a runbook for each invariant.',
    response: {
      checkedAt: '2026-11-22T14:00:00.000Z',
      payoutsSuspended: false,
      invariants: [
        {
          name: 'sums-to-zero',
          holds: true,
          figures: [
            { name: 'accounts', unit: 'count', value: 0 },
            { name: 'total', unit: 'dollars', value: 0 },
          ],
          violatedAt: null,
          resumedAt: null,
          resumeReason: null,
        },
      ],
      accounts: [
        { kind: 'provider', balance: 0, accounts: 0 },
        { kind: 'chargebacks', balance: 0, accounts: 0 },
        { kind: 'provider-fees', balance: 0, accounts: 0 },
        { kind: 'escrow', balance: 0, accounts: 0 },
        { kind: 'sellers', balance: 0, accounts: 0 },
        { kind: 'payouts', balance: 0, accounts: 0 },
        { kind: 'fees', balance: 0, accounts: 0 },
        { kind: 'operator', balance: 0, accounts: 0 },
      ],
      chain: { blocks: 0, hash: null, sealedAt: null, unsealed: 0 },
      verification: null,
      reconciliation: null,
    },
  },
  requestLedgerVerification: {
    tag: 'Ledger',
    description:
      'A job recomputes the hash of every transaction and block and the balance of every account. `GET /api/ledger/status` has its progress and findings.',
    response: verification,
  },
  resumePayouts: {
    tag: 'Ledger',
    description:
      'Payouts are suspended while an invariant is violated. This resumes them for the present violations, with a reason for the record; a later violation suspends them again.',
    body: { reason: 'A known rounding difference of one cent, corrected tomorrow' },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  exportLedgerJournal: {
    tag: 'Ledger',
    description:
      'A CSV file: the opening balance of each account, every entry of the period, the closing balances. Both days, in UTC, belong to the period. Debits are positive, credits negative. The export is in the audit log.',
    query: { from: '2026-01-01', to: '2026-01-31' },
    response: 'date,transaction,type,order,key,account,amount\r\n',
    errors: {
      'validation.failed': { detail: 'The period ends before it begins', field: 'query.to' },
    },
  },
  listChargebacks: {
    tag: 'Ledger',
    description:
      'Open chargebacks have a draft of the evidence, from the records of the order. `evidence.submittedAt` is null until the card provider has taken it.',
    response: { chargebacks: [] },
  },
  submitChargebackEvidence: {
    tag: 'Ledger',
    description:
      'The text is recorded and then submitted to the bank, which takes evidence once and decides within weeks.',
    params: { id: 'dp_0199f2c01a007000' },
    body: {
      text: 'The phone was handed over in person; both confirmed it with the code of the other.',
    },
    response: { acknowledged: true, modifiedCount: 1 },
  },
} as const satisfies EndpointExamples<
  | 'getLedgerStatus'
  | 'requestLedgerVerification'
  | 'resumePayouts'
  | 'exportLedgerJournal'
  | 'listChargebacks'
  | 'submitChargebackEvidence'
>;
