import { possessionRules, type QueuedPossessionProof, toDollars } from '@redial/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { possessionProofs, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { absoluteImageUrl, privateImageUrl } from '../images/index.ts';
import { possessionImages } from './possession-images.ts';

/** The photos that wait for a decision, the earliest first. Those of removed listings need none. */
export async function listProofs({
  db,
  settings,
  clock,
}: Pick<Deps, 'db' | 'settings' | 'clock'>): Promise<QueuedPossessionProof[]> {
  const rows = await db
    .select({ proof: possessionProofs, product: products, sellerName: users.name })
    .from(possessionProofs)
    .innerJoin(products, eq(products.id, possessionProofs.productId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(possessionProofs.state, 'submitted'), isNull(products.removedAt)))
    .orderBy(asc(possessionProofs.submittedAt), asc(possessionProofs.id))
    .limit(possessionRules.maxQueued);
  return rows.flatMap(({ proof, product, sellerName }) => {
    const { photoId, width, height, submittedAt } = proof;
    if (!photoId || width === null || height === null || !submittedAt) return [];
    return [
      {
        _id: proof.id,
        productId: product.id,
        productName: product.name,
        price: toDollars(product.resalePriceCents),
        img: absoluteImageUrl(product.imageUrl, settings),
        sellerName,
        code: proof.code,
        photoUrl: privateImageUrl(settings, possessionImages, photoId, clock.now()),
        width,
        height,
        submittedAt: submittedAt.toISOString(),
      },
    ];
  });
}
