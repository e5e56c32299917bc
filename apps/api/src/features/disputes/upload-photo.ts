import { disputeLimits } from '@redial/contract';
import { and, count, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { disputePhotos } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import {
  type ConcurrencyLimiter,
  createImageEncoder,
  decodeImage,
  inspectImage,
} from '../images/index.ts';
import { findPartyOrder, invalidStatus, lockPartyOrder, type PartyOrder } from '../orders/index.ts';
import { photoFileName, photoUrl } from './photos.ts';

/** The states in which a party can need a photo. */
const photoStates: readonly string[] = ['in_transit', 'delivered', 'disputed', 'returning'];

/**
 * Stores a photo for a dispute, re-encoded and without metadata, in the embedded image store: it is
 * visible to the parties and the admins only, so it does not go to an external image host. The row is
 * written first, so that the cleanup finds what a crash left behind.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `validation.failed`, `image.corrupt`,
 *   `image.too-large`, `image.unsupported`
 * @throws ImagesUnavailable
 */
export async function uploadPhoto(
  deps: Pick<Deps, 'db' | 'imageStore' | 'settings' | 'clock'> & { limiter: ConcurrencyLimiter },
  actor: User,
  { orderId, readBytes }: { orderId: string; readBytes: () => Promise<Buffer> },
): Promise<{ id: string; url: string }> {
  const { db, imageStore, settings, clock, limiter } = deps;
  const order = await findPartyOrder(db, actor, orderId);
  await requirePhotoAllowed(db, actor, order);
  const bytes = await readBytes();
  await inspectImage(bytes);
  return limiter(actor.id, async () => {
    const pixels = await decodeImage(bytes);
    const { width, height } = pixels;
    const id = newId();
    await inTransaction(db, async (tx) => {
      // Again, with the order locked: many uploads at once pass the first check.
      await requirePhotoAllowed(tx, actor, await lockPartyOrder(tx, actor, orderId));
      await tx.insert(disputePhotos).values({ id, orderId, uploadedBy: actor.id, width, height });
    });
    try {
      const jpeg = await createImageEncoder(pixels)(width, 'jpg');
      await imageStore.put(photoFileName(id), jpeg, 'image/jpeg');
    } catch (error) {
      await db.delete(disputePhotos).where(eq(disputePhotos.id, id));
      throw error;
    }
    return { id, url: photoUrl(settings, id, clock.now()) };
  });
}

async function requirePhotoAllowed(db: Executor, actor: User, order: PartyOrder): Promise<void> {
  if (!photoStates.includes(order.state)) throw invalidStatus(order);
  const [uploaded] = await db
    .select({ photos: count() })
    .from(disputePhotos)
    .where(and(eq(disputePhotos.orderId, order.id), eq(disputePhotos.uploadedBy, actor.id)));
  if ((uploaded?.photos ?? 0) >= disputeLimits.maxPhotosPerParty) {
    throw new Problem('validation.failed', 'You have uploaded enough photos for this order');
  }
}
