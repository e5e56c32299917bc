import type { DecisionKind, ModeratedKind, ModerationDecision } from '@redial/contract';

/** What the kinds of targets are called. */
export const kindLabels: Readonly<Record<ModeratedKind, string>> = {
  listing: 'Phone',
  person: 'Person',
  conversation: 'Messages',
  review: 'Review',
};

/** What an admin chooses. */
export const decisionLabels: Readonly<Record<DecisionKind, string>> = {
  dismiss: 'Dismiss: nothing is wrong',
  changes: 'Ask for changes',
  hide: 'Hide',
  remove: 'Remove',
  unverify: 'Take the verified badge away',
  suspend: 'Suspend for days',
  ban: 'Ban',
};

type Decided = Pick<ModerationDecision, 'kind' | 'days' | 'target'>;

/** What was decided, in short. */
export function decidedText({ kind, days, target }: Decided): string {
  const texts: Record<DecisionKind, string> = {
    dismiss: 'Dismissed',
    changes: 'Changes requested',
    hide: 'Hidden',
    remove: target.kind === 'review' ? 'Review removed' : 'Taken off the market',
    unverify: 'Badge taken away',
    suspend: `Suspended for ${days} ${days === 1 ? 'day' : 'days'}`,
    ban: 'Banned',
  };
  return texts[kind];
}

/** The state of a decision, and of the appeal against it. */
export const stateLabels = {
  'in-force': 'In force',
  answered: 'Changes made',
  ended: 'Ended',
  reversed: 'Reversed',
} as const;
export const appealLabels = {
  open: 'Appeal open',
  upheld: 'Appeal upheld',
  rejected: 'Appeal not upheld',
} as const;
