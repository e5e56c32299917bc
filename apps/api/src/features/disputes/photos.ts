import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DisputePhoto, disputeLimits } from '@redial/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { disputePhotos } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';

/** Below `/images/`, whose requests have no limit by IP address. */
export const photoPath = '/images/disputes/';

/** The name of a photo's file in the image store. `/images/:name` does not serve it. */
export const photoFileName = (id: string): string => `${id}-dispute.jpg`;

type UrlSettings = Pick<Settings, 'publicUrl' | 'sessionSecret'>;

/** Seconds for which the URL of a photo is valid at least. */
const urlLifetimeSeconds = 3600;

/**
 * The URL of a photo for somebody who may see the dispute. Images cannot carry a token, so the URL is
 * signed and expires. It changes once an hour, so that browsers cache the image.
 *
 * @param now the current time.
 */
export function photoUrl(settings: UrlSettings, id: string, now: Date): string {
  const hour = Math.ceil(now.getTime() / 1000 / urlLifetimeSeconds) * urlLifetimeSeconds;
  const expires = hour + urlLifetimeSeconds;
  const signature = signPhoto(settings, id, expires).toString('base64url');
  return `${settings.publicUrl}${photoPath}${id}?expires=${expires}&signature=${signature}`;
}

/** Whether the URL of a photo was signed here and has not expired. */
export function isValidPhotoUrl(
  settings: UrlSettings,
  { id, expires, signature }: { id: string; expires: number; signature: string },
  now: Date,
): boolean {
  const actual = Buffer.from(signature, 'base64url');
  const expected = signPhoto(settings, id, expires);
  return (
    expires * 1000 > now.getTime() &&
    actual.length === expected.length &&
    timingSafeEqual(actual, expected)
  );
}

const signPhoto = ({ sessionSecret }: UrlSettings, id: string, expires: number): Buffer =>
  createHmac('sha256', sessionSecret).update(`dispute photo\0${id}\0${expires}`).digest();

/** Presents a photo in the contract's form. */
export const toPhoto = (
  settings: UrlSettings,
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
