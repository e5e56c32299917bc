import type { DataExport } from '@redial/contract';
import { asc, eq } from 'drizzle-orm';
import {
  blocks,
  conversationReports,
  conversations,
  messagePhotos,
  messages,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { toMessagePhoto } from './photos.ts';

/** Lists what somebody wrote, blocked and reported for the data export, oldest first. */
export async function listOwnChatData(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  userId: string,
): Promise<Pick<DataExport, 'messages' | 'messagePhotos' | 'blocks' | 'conversationReports'>> {
  const { db } = deps;
  const written = await db
    .select({ message: messages, productId: conversations.productId })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messages.authorId, userId))
    .orderBy(asc(messages.id));
  const photos = await db
    .select()
    .from(messagePhotos)
    .where(eq(messagePhotos.uploadedBy, userId))
    .orderBy(asc(messagePhotos.at), asc(messagePhotos.position));
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
    messagePhotos: photos.map((photo) => ({
      // Null if the conversation was deleted, and the photo will be, too.
      conversationId: photo.conversationId,
      img: toMessagePhoto(deps, photo).img,
      width: photo.width,
      height: photo.height,
      isSent: photo.messageId !== null,
      at: photo.at.toISOString(),
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
