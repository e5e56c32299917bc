import type { AttentionName } from '@redial/contract';
import { href } from 'react-router';

interface AttentionText {
  readonly label: string;
  /** What to do about it. */
  readonly advice: string;
  /** The page where it is done; none if it is done on the command line. */
  readonly to?: string;
}

const ledger = href('/dashboard/ledger');
const deadLetters = 'npm run admin -- dead-letters lists them with their errors.';

/** How each item is named, what to do, and where. */
export const attentionTexts: Readonly<Record<AttentionName, AttentionText>> = {
  'moderation-queue': {
    label: 'Moderation queue',
    advice: 'Reports, and phones that are held for review',
    to: href('/dashboard/moderation'),
  },
  'reported-messages': {
    label: 'Reported messages',
    advice: 'Conversations that one of the two reported',
    to: href('/dashboard/reported-messages'),
  },
  appeals: {
    label: 'Appeals',
    advice: 'Against decisions of moderators',
    to: `${href('/dashboard/moderation')}?view=appeals`,
  },
  'possession-proofs': {
    label: 'Possession photos',
    advice: 'Photos of phones beside a code',
    to: href('/dashboard/possession-proofs'),
  },
  disputes: {
    label: 'Disputes',
    advice: 'Buyer and seller do not agree, and wait for a decision',
    to: href('/dashboard/disputes'),
  },
  chargebacks: {
    label: 'Chargebacks',
    advice: 'The bank waits for evidence',
    to: `${ledger}#chargebacks`,
  },
  'failed-payouts': {
    label: 'Failed payouts',
    advice: 'The bank refused them; their sellers got a mail',
  },
  'late-payouts': {
    label: 'Late payouts',
    advice:
      'Not paid in time: there may be too little money at the card provider, or payouts are suspended',
  },
  'late-refunds': {
    label: 'Late refunds',
    advice: 'Money that buyers have not got back, as when the bank refused it',
    to: ledger,
  },
  ledger: {
    label: 'Ledger invariants',
    advice: 'Violated or not checked; payouts are suspended meanwhile',
    to: ledger,
  },
  seals: {
    label: 'Seals',
    advice: 'Entries that are not sealed, or a chain that was changed',
    to: ledger,
  },
  reconciliation: {
    label: 'Reconciliation',
    advice: 'Differences from the card provider’s list',
    to: ledger,
  },
  'provider-events': {
    label: 'Card provider’s events',
    advice: 'Received and not processed: see the log of the server',
  },
  'card-dead-letters': { label: 'Money not delivered', advice: deadLetters },
  'mail-dead-letters': { label: 'Mails not delivered', advice: deadLetters },
  'push-dead-letters': { label: 'Push messages not delivered', advice: deadLetters },
  'other-dead-letters': { label: 'Events not delivered', advice: deadLetters },
  outbox: { label: 'Outbox', advice: 'Messages that are due: delivered every minute' },
  jobs: { label: 'Jobs', advice: 'Failed or late: see below', to: '#jobs' },
  backups: { label: 'Backups', advice: 'The last one failed or is missing', to: '#jobs' },
};
