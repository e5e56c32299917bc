import { chatLimits, type MessagePhoto } from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { conversations, messagePhotos } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import {
  type ConcurrencyLimiter,
  createImageEncoder,
  decodeImage,
  inspectImage,
  privateFileName,
} from '../images/index.ts';
import { isParty } from './conversation.ts';
import { arePhotosAllowed, selectConversations } from './list-conversations.ts';
import { messageImages, toMessagePhoto } from './photos.ts';
import { requireWritable } from './require-writable.ts';

/**
 * Stores a photo for a message, re-encoded and without metadata, in the embedded image store: it is
 * visible to the two people of the conversation only, so it does not go to an external image host. The
 * row is written first, so that the purge finds what a crash left behind.
 *
 * Contact data in a photo cannot be hidden. Photos are for those who are already talking: the other
 * person has written, or an order between the two is paid.
 *
 * @throws Problem `conversation.not-found`, `conversation.closed`, `conversation.photos-too-early`,
 *   `account.suspended`, `image.quota-reached`, `image.corrupt`, `image.too-large`,
 *   `image.unsupported`
 * @throws ImagesUnavailable
 */
export async function uploadPhoto(
  deps: Pick<Deps, 'db' | 'imageStore' | 'settings' | 'clock'> & { limiter: ConcurrencyLimiter },
  actor: User,
  { id: conversationId, readBytes }: { id: string; readBytes: () => Promise<Buffer> },
): Promise<MessagePhoto> {
  const { db, imageStore, settings, limiter } = deps;
  const scale = settings.rateLimitScale;
  await requirePhotosAllowed(db, actor, conversationId);
  await requireQuota(db, actor, scale);
  const bytes = await readBytes();
  await inspectImage(bytes);
  return limiter(actor.id, async () => {
    const pixels = await decodeImage(bytes);
    const { width, height } = pixels;
    const photo = { id: newId(), width, height };
    await inTransaction(db, async (tx) => {
      // Again, one upload of a person after another: many at once pass the first check.
      const { suspended } = await lockActiveUser(tx, actor, 'no key update');
      const conversation = await requirePhotosAllowed(tx, actor, conversationId);
      await requireWritable(tx, actor, conversation, suspended);
      await requireQuota(tx, actor, scale);
      await tx.insert(messagePhotos).values({ ...photo, uploadedBy: actor.id, conversationId });
    });
    try {
      const jpeg = await createImageEncoder(pixels)(width, 'jpg');
      await imageStore.put(privateFileName(messageImages, photo.id), jpeg, 'image/jpeg');
    } catch (error) {
      await db.delete(messagePhotos).where(eq(messagePhotos.id, photo.id));
      throw error;
    }
    return toMessagePhoto(deps, photo);
  });
}

async function requirePhotosAllowed(db: Executor, actor: User, id: string) {
  const [row] = await selectConversations(db, actor).where(
    and(eq(conversations.id, id), isParty(actor)),
  );
  if (!row) throw new Problem('conversation.not-found');
  if (row.blocked) throw new Problem('conversation.closed');
  if (!arePhotosAllowed(row)) throw new Problem('conversation.photos-too-early');
  return row.conversation;
}

/** Checks what a person has uploaded lately, and how much of it was not sent. */
async function requireQuota(db: Executor, { id }: User, scale: number): Promise<void> {
  const { photosPerHour, photosPerDay, photosOfNewAccount, maxUnsentPhotos } = chatLimits;
  const { rows } = await db.execute<
    Record<'hour' | 'day' | 'unsent', number> & { isNew: boolean }
  >(sql`
    select count(*) filter (where at > now() - interval '1 hour')::int as hour,
      count(*)::int as day,
      count(*) filter (where message_id is null and conversation_id is not null)::int as unsent,
      (select created_at > now() - interval '1 day' from users where id = ${id}) as "isNew"
    from message_photos where uploaded_by = ${id} and at > now() - interval '1 day'`);
  const used = rows[0];
  if (!used) return;
  if (used.unsent >= Math.ceil(maxUnsentPhotos * scale)) {
    const detail = 'You have photos that are not sent: send them first, or come back tomorrow';
    throw new Problem('image.quota-reached', detail);
  }
  const perDay = used.isNew ? photosOfNewAccount : photosPerDay;
  if (used.hour >= Math.ceil(photosPerHour * scale) || used.day >= Math.ceil(perDay * scale)) {
    throw new Problem('image.quota-reached', 'You have sent many photos: go on with them later');
  }
}
