import { and, eq, isNull, sql } from 'drizzle-orm';
import { conversationReports } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { deleteErasedTexts } from './erase-messages.ts';

/**
 * Closes the open reports of a conversation, which admins can no longer read.
 *
 * @returns why and when those that were open were made.
 */
export async function closeReportsOfConversation(
  tx: Transaction,
  actor: User,
  conversationId: string,
) {
  const { category: reason, createdAt, closedAt } = conversationReports;
  const closed = await tx
    .update(conversationReports)
    .set({ closedAt: sql`now()`, closedBy: actor.id })
    .where(and(eq(conversationReports.conversationId, conversationId), isNull(closedAt)))
    .returning({ reason, createdAt });
  await deleteErasedTexts(tx, [conversationId]);
  return closed;
}
