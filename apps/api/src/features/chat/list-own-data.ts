import type { DataExport } from '@redial/contract';
import { asc, eq } from 'drizzle-orm';
import { blocks, conversationReports, conversations, messages } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

/** Lists what somebody wrote, blocked and reported for the data export, oldest first. */
export async function listOwnChatData(
  db: Deps['db'],
  userId: string,
): Promise<Pick<DataExport, 'messages' | 'blocks' | 'conversationReports'>> {
  const written = await db
    .select({ message: messages, productId: conversations.productId })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messages.authorId, userId))
    .orderBy(asc(messages.id));
  const blocked = await db.select().from(blocks).where(eq(blocks.blockerId, userId));
  const reported = await db
    .select()
    .from(conversationReports)
    .where(eq(conversationReports.reporterId, userId));
  return {
    messages: written.map(({ message, productId }) => ({
      conversationId: message.conversationId,
      productId,
      text: message.text ?? '',
      at: message.at.toISOString(),
    })),
    blocks: blocked.map(({ at }) => ({ at: at.toISOString() })),
    conversationReports: reported.map(
      ({ conversationId, category, reason, createdAt, closedAt }) => ({
        conversationId,
        category,
        reason,
        at: createdAt.toISOString(),
        closedAt: closedAt?.toISOString() ?? null,
      }),
    ),
  };
}
