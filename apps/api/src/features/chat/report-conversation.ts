import type { ReportReason } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { conversationReports } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordModerationEvent } from '../audit/index.ts';
import { findOwnConversation } from './conversation.ts';

interface ConversationComplaint {
  readonly id: string;
  /** What happened. */
  readonly reason: string;
  readonly category?: ReportReason | undefined;
}

/**
 * Reports a conversation to the admins, who can read it while the report is open. Each of the two has
 * one open report at most: a second one changes nothing.
 *
 * @returns the id of the report.
 * @throws Problem `conversation.not-found`, `validation.failed`
 */
export function reportConversation(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id: conversationId, reason, category = 'unspecified' }: ConversationComplaint,
): Promise<string> {
  const text = parseText(reason, 'reason', 'Please say what happened');
  return inTransaction(db, async (tx) => {
    await findOwnConversation(tx, actor, conversationId);
    const { rowCount } = await tx
      .insert(conversationReports)
      .values({ id: newId(), conversationId, reporterId: actor.id, category, reason: text })
      .onConflictDoNothing();
    if (rowCount === 1) {
      await recordModerationEvent(tx, {
        action: 'conversation.reported',
        target: { type: 'conversation', id: conversationId },
      });
      await emit(tx, { type: 'moderation.reported', kind: 'conversation', id: conversationId });
    }
    const [report] = await tx
      .select({ id: conversationReports.id })
      .from(conversationReports)
      .where(
        and(
          eq(conversationReports.conversationId, conversationId),
          eq(conversationReports.reporterId, actor.id),
          isNull(conversationReports.closedAt),
        ),
      );
    if (!report) throw new Error('the report was not stored');
    return report.id;
  });
}
