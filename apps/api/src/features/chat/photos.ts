import { chatLimits, type MessagePhoto } from '@redial/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { messagePhotos } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { type PrivateImages, privateImageUrl } from '../images/index.ts';

/** Photos of messages, for the two people of the conversation, and for admins while it is reported. */
export const messageImages: PrivateImages = {
  path: '/images/messages/',
  suffix: 'message',
  purpose: 'message photo',
  summary: 'A photo of a message',
};

/** What of a photo its message needs. */
export type PhotoRow = Pick<typeof messagePhotos.$inferSelect, 'id' | 'width' | 'height'>;

/** SQL: the photos of the row of `messages`, in their order, as JSON. */
export const photosOfMessage = sql<readonly PhotoRow[]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height)
    order by p.position), '[]')
  from message_photos p where p.message_id = messages.id)`;

/** Presents a photo to somebody who may see it. */
export const toMessagePhoto = (
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  { id, width, height }: PhotoRow,
): MessagePhoto => ({
  _id: id,
  img: privateImageUrl(settings, messageImages, id, clock.now()),
  width,
  height,
});

/**
 * Attaches photos to a message, in this order: photos that its author has uploaded for the conversation
 * and not sent yet.
 *
 * @throws Problem `validation.failed` for others, and for those that are too old to be sent
 */
export async function attachPhotos(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  ids: readonly string[],
  { id: messageId, conversationId }: { id: string; conversationId: string },
): Promise<void> {
  if (ids.length === 0) return;
  const attached = await tx
    .update(messagePhotos)
    .set({
      messageId,
      position: sql`array_position(${sql.param([...ids])}::uuid[], ${messagePhotos.id})`,
    })
    .where(
      and(
        inArray(messagePhotos.id, [...ids]),
        eq(messagePhotos.conversationId, conversationId),
        eq(messagePhotos.uploadedBy, actor.id),
        isNull(messagePhotos.messageId),
        sql`${messagePhotos.at} > now() - make_interval(hours => ${chatLimits.unsentPhotoHours})`,
      ),
    )
    .returning({ id: messagePhotos.id });
  if (attached.length < ids.length) {
    const detail = 'A photo is no longer available: discard the message and add the photo again';
    throw new Problem('validation.failed', detail, 'body.photos');
  }
}
