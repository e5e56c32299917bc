import type { AppealState, DecisionState } from '@redial/contract';
import type { Transition } from '../../platform/state-machine.ts';

/** The state machine of decisions, which begin as `in-force`. */
export const decisionTransitions = {
  answer: {
    from: ['in-force'],
    to: 'answered',
    actor: 'the person, who has made the requested changes',
    event: 'moderation.answered',
  },
  end: {
    from: ['in-force', 'answered'],
    to: 'ended',
    actor: 'clock, or admin who decides anew',
    event: 'moderation.ended',
  },
  reverse: {
    from: ['in-force', 'answered', 'ended'],
    to: 'reversed',
    actor: 'another admin, who upholds an appeal',
    event: null,
  },
} as const satisfies Readonly<Record<string, Transition<DecisionState>>>;

/** The state machine of appeals, which begin as `open`. */
export const appealTransitions = {
  uphold: { from: ['open'], to: 'upheld', actor: 'another admin', event: 'appeal.decided' },
  reject: { from: ['open'], to: 'rejected', actor: 'another admin', event: 'appeal.decided' },
} as const satisfies Readonly<Record<string, Transition<AppealState>>>;
