import { and, eq, gt, inArray } from 'drizzle-orm';
import { possessionProofs } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import {
  type ConcurrencyLimiter,
  createImageEncoder,
  decodeImage,
  inspectImage,
  privateFileName,
} from '../images/index.ts';
import { lockOwnProduct } from '../selling/index.ts';
import { possessionImages } from './possession-images.ts';

/**
 * Stores the photo of a phone with its code, re-encoded and without metadata, and puts it into the
 * queue of the admins. The embedded image store has it, since nobody else may see it. The row names the
 * file before it is written, so that the cleanup finds what a crash left behind; of two uploads at once,
 * one is refused.
 *
 * @returns the id of the proof.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `possession-proof.waiting`, `possession-proof.code-expired`, `image.corrupt`, `image.too-large`,
 *   `image.unsupported`
 * @throws ImagesUnavailable
 */
export async function uploadProof(
  deps: Pick<Deps, 'db' | 'imageStore' | 'clock'> & { limiter: ConcurrencyLimiter },
  actor: User,
  { id: productId, readBytes }: { id: string; readBytes: () => Promise<Buffer> },
): Promise<string> {
  const { db, imageStore, clock, limiter } = deps;
  const findOpen = async (tx: Transaction) => {
    const product = await lockOwnProduct(tx, actor, productId);
    return { product, proof: await requireOpenProof(tx, productId, clock.now()) };
  };
  await inTransaction(db, findOpen);
  const bytes = await readBytes();
  await inspectImage(bytes);
  return limiter(actor.id, async () => {
    const pixels = await decodeImage(bytes);
    const { width, height } = pixels;
    const photoId = newId();
    const replaced = await inTransaction(db, async (tx) => {
      const { proof } = await findOpen(tx);
      await tx.update(possessionProofs).set({ photoId }).where(eq(possessionProofs.id, proof.id));
      return proof.photoId;
    });
    if (replaced) await imageStore.delete(privateFileName(possessionImages, replaced));
    const file = privateFileName(possessionImages, photoId);
    try {
      const jpeg = await createImageEncoder(pixels)(width, 'jpg');
      await imageStore.put(file, jpeg, 'image/jpeg');
      return await inTransaction(db, async (tx) => {
        const { product, proof } = await findOpen(tx);
        if (proof.photoId !== photoId) throw new Problem('possession-proof.waiting');
        await tx
          .update(possessionProofs)
          .set({
            state: 'submitted',
            submittedAt: clock.now(),
            productName: product.name,
            width,
            height,
          })
          .where(eq(possessionProofs.id, proof.id));
        return proof.id;
      });
    } catch (error) {
      await imageStore.delete(file);
      await db
        .update(possessionProofs)
        .set({ photoId: null })
        .where(and(eq(possessionProofs.photoId, photoId), eq(possessionProofs.state, 'open')));
      throw error;
    }
  });
}

/** @throws Problem `possession-proof.waiting`, `possession-proof.code-expired` */
async function requireOpenProof(tx: Transaction, productId: string, now: Date) {
  const [proof] = await tx
    .select()
    .from(possessionProofs)
    .where(
      and(
        eq(possessionProofs.productId, productId),
        inArray(possessionProofs.state, ['open', 'submitted']),
        gt(possessionProofs.expiresAt, now),
      ),
    );
  if (proof?.state === 'submitted') throw new Problem('possession-proof.waiting');
  if (!proof) throw new Problem('possession-proof.code-expired');
  return proof;
}
