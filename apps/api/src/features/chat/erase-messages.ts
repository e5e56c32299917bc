import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import {
  blocks,
  conversationReports,
  conversations,
  messagePhotos,
  messages,
} from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { publishLive } from '../live/index.ts';
import { isParty } from './conversation.ts';

/**
 * Deletes what a person wrote, in the transaction that deletes the account: the other's messages stay,
 * and a placeholder for each of the person's own. While a report of the conversation is open, admins can
 * still read them: deleting the account does not delete the evidence.
 */
export async function eraseMessages(tx: Transaction, userId: string): Promise<void> {
  const erased = await tx
    .update(messages)
    .set({ erasedAt: sql`now()` })
    .where(and(eq(messages.authorId, userId), isNull(messages.erasedAt)))
    .returning({ conversationId: messages.conversationId });
  const ids = [...new Set(erased.map(({ conversationId }) => conversationId))];
  await deleteErasedTexts(tx, ids);
  await tx
    .update(messagePhotos)
    .set({ conversationId: null })
    .where(and(eq(messagePhotos.uploadedBy, userId), isNull(messagePhotos.messageId)));
  await tx
    .update(conversationReports)
    .set({ reason: '' })
    .where(eq(conversationReports.reporterId, userId));
  await tx.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)));
  // Also those to whom the person never wrote: they can no longer write.
  const partners = await tx
    .selectDistinct({
      id: sql<string>`case when ${conversations.buyerId} = ${userId}
        then ${conversations.sellerId} else ${conversations.buyerId} end`,
    })
    .from(conversations)
    .where(isParty({ id: userId }));
  await publishLive(
    tx,
    partners.map(({ id }) => id),
    { type: 'conversations.changed' },
  );
}

/**
 * Deletes the texts of deleted accounts in conversations without an open report, and separates their
 * photos from them: the next purge deletes the files.
 */
export async function deleteErasedTexts(
  tx: Transaction,
  conversationIds: readonly string[],
): Promise<void> {
  if (conversationIds.length === 0) return;
  const erased = await tx
    .update(messages)
    .set({ text: null })
    .where(
      and(
        inArray(messages.conversationId, [...conversationIds]),
        isNotNull(messages.erasedAt),
        isNotNull(messages.text),
        sql`not exists (select from ${conversationReports} r
          where r.conversation_id = ${messages.conversationId} and r.closed_at is null)`,
      ),
    )
    .returning({ id: messages.id });
  if (erased.length === 0) return;
  const ids = erased.map(({ id }) => id);
  await tx
    .update(messagePhotos)
    .set({ conversationId: null })
    .where(inArray(messagePhotos.messageId, ids));
}
