import { type DisputePhoto, disputeLimits } from '@redial/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { disputePhotos } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { type PrivateImages, privateFileName, privateImageUrl } from '../images/index.ts';

/** Photos of disputes, for the parties and admins. */
export const disputeImages: PrivateImages = {
  path: '/images/disputes/',
  suffix: 'dispute',
  purpose: 'dispute photo',
  summary: 'A photo of a dispute',
};

/** The name of a photo's file in the image store. */
export const photoFileName = (id: string): string => privateFileName(disputeImages, id);

/** The URL of a photo for somebody who may see the dispute; valid for an hour. */
export const photoUrl = (
  settings: Pick<Settings, 'publicUrl' | 'sessionSecret'>,
  id: string,
  now: Date,
): string => privateImageUrl(settings, disputeImages, id, now);

/** Presents a photo in the contract's form. */
export const toPhoto = (
  settings: Pick<Settings, 'publicUrl' | 'sessionSecret'>,
  { id, width, height }: Pick<typeof disputePhotos.$inferSelect, 'id' | 'width' | 'height'>,
  now: Date,
): DisputePhoto => ({ _id: id, img: photoUrl(settings, id, now), width, height });

/**
 * Attaches uploaded photos of a user to a dispute or to one of its messages.
 *
 * @throws Problem `validation.failed` if one of them is not the user's, or was used before.
 */
export async function attachPhotos(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  ids: readonly string[],
  target: { orderId: string; disputeId: string; messageId?: string },
): Promise<void> {
  if (ids.length === 0) return;
  if (ids.length > disputeLimits.maxPhotos) throw unknownPhoto();
  const attached = await tx
    .update(disputePhotos)
    .set({ disputeId: target.disputeId, messageId: target.messageId ?? null })
    .where(
      and(
        inArray(disputePhotos.id, [...ids]),
        eq(disputePhotos.orderId, target.orderId),
        eq(disputePhotos.uploadedBy, actor.id),
        isNull(disputePhotos.disputeId),
      ),
    )
    .returning({ id: disputePhotos.id });
  if (attached.length < ids.length) throw unknownPhoto();
}

const unknownPhoto = () =>
  new Problem('validation.failed', 'Upload this photo again: it is not available', 'body.photos');
