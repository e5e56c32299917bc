import type { DataExport } from '@redial/contract';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { moderationDecisions } from '../../db/schema/index.ts';
import { selectDecisions } from './decision-presenter.ts';

/** Lists the decisions about somebody for the data export, oldest first. */
export async function listOwnDecisionData(
  db: Executor,
  userId: string,
): Promise<DataExport['decisions']> {
  const rows = await selectDecisions(db)
    .where(and(eq(moderationDecisions.personId, userId), ne(moderationDecisions.kind, 'dismiss')))
    .orderBy(asc(moderationDecisions.decidedAt));
  return rows.map(({ decision, appeal }) => ({
    _id: decision.id,
    kind: decision.kind,
    state: decision.state,
    targetKind: decision.targetKind,
    targetId: decision.productId ?? decision.reviewId ?? decision.conversationId ?? userId,
    title: decision.title,
    rule: decision.rule,
    message: decision.message,
    days: decision.days,
    until: decision.until?.toISOString() ?? null,
    at: decision.decidedAt.toISOString(),
    closedAt: decision.closedAt?.toISOString() ?? null,
    balanceReleasedAt: decision.balanceReleasedAt?.toISOString() ?? null,
    appeal: appeal && {
      state: appeal.state,
      text: appeal.text,
      at: appeal.createdAt.toISOString(),
      answer: appeal.answer,
      decidedAt: appeal.decidedAt?.toISOString() ?? null,
    },
  }));
}
