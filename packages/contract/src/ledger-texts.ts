import type { LedgerInvariantName } from './ledger.ts';

interface LedgerInvariantText {
  readonly name: LedgerInvariantName;
  readonly title: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
  /** The first step if it is violated; the runbook in docs/trade.md has the others. */
  readonly advice: string;
}

/** What the invariants of the ledger are called, on the page and in mails. */
export const ledgerInvariantTexts: readonly LedgerInvariantText[] = [
  {
    name: 'sums-to-zero',
    title: 'All accounts sum to zero',
    meaning: 'Every cent that entered one account left another.',
    advice: 'Somebody changed a balance in the database. Verify the ledger: it names the account.',
  },
  {
    name: 'escrow-matches-orders',
    title: 'Escrow equals the open orders',
    meaning: 'Each paid order holds its price, until it is released or refunded.',
    advice: 'Export today’s journal and compare the escrow accounts with the open orders.',
  },
  {
    name: 'liabilities-covered',
    title: 'What we owe is covered',
    meaning: 'Escrow, balances of sellers and payouts on their way do not exceed our funds.',
    advice: 'Compare the funds with the balance that the card provider shows.',
  },
  {
    name: 'one-release-per-order',
    title: 'One release per completed order',
    meaning: 'Every completed order has paid its seller exactly once.',
    advice: 'Verify the ledger: it names the order without a release, or with two.',
  },
  {
    name: 'payouts-within-balance',
    title: 'No payout exceeds its balance',
    meaning: 'No seller was paid more than we owed at that moment.',
    advice: 'Verify the ledger: it names the payout. Stop it at the provider if it is on its way.',
  },
  {
    name: 'balances-match-entries',
    title: 'Balances equal their entries',
    meaning: 'Recomputing an account from its history gives its balance.',
    advice: 'Verify the ledger: it recomputes every account and names the wrong ones.',
  },
  {
    name: 'chain-intact',
    title: 'The sealed chains are intact',
    meaning:
      'No sealed transaction or audit entry was changed, inserted or removed behind Redial’s back.',
    advice: 'Treat it as tampering: keep the database as it is, and restore from a backup.',
  },
  {
    name: 'provider-reconciled',
    title: 'The card provider’s list agrees with ours',
    meaning: 'Every change of our funds there is recorded here, and the other way round.',
    advice: 'Read the findings of the last comparison, and look each one up at the card provider.',
  },
];
