import { moderationLimits } from '@redial/contract';
import type { DecisionRow } from './transitions.ts';

const dayMs = 24 * 3600_000;

/** Until when a decision can be appealed against. */
export const appealEnd = ({ decidedAt }: Pick<DecisionRow, 'decidedAt'>): Date =>
  new Date(decidedAt.getTime() + moderationLimits.appealDays * dayMs);
