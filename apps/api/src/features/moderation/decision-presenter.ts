import type { ModerationDecision } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { moderationAppeals, moderationDecisions } from '../../db/schema/index.ts';

/** Selects decisions with their appeals. */
export const selectDecisions = (db: Executor) =>
  db
    .select({ decision: moderationDecisions, appeal: moderationAppeals })
    .from(moderationDecisions)
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectDecisions>>[number];

/** What everybody who may see a decision reads of it. */
export function toDecision({
  decision,
  appeal,
}: Row): Omit<ModerationDecision, 'person' | 'note' | 'reasons' | 'decidedBy' | 'isYours'> {
  const { id, kind, state, targetKind, title, rule, message, days, until } = decision;
  const targetId =
    decision.productId ?? decision.reviewId ?? decision.conversationId ?? decision.personId ?? id;
  return {
    _id: id,
    kind,
    state,
    target: { kind: targetKind, id: targetId },
    title,
    rule,
    message,
    days,
    until: until?.toISOString() ?? null,
    at: decision.decidedAt.toISOString(),
    appeal: appeal && {
      _id: appeal.id,
      state: appeal.state,
      text: appeal.text,
      at: appeal.createdAt.toISOString(),
      answer: appeal.answer,
      decidedAt: appeal.decidedAt?.toISOString() ?? null,
    },
    balanceHeld:
      (kind === 'suspend' || kind === 'ban') &&
      state === 'in-force' &&
      decision.balanceReleasedAt === null,
  };
}
