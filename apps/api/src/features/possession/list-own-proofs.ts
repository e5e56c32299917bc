import type { DataExport } from '@redial/contract';
import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { possessionProofs, products } from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { privateImageUrl } from '../images/index.ts';
import { possessionImages } from './possession-images.ts';

/** The proofs of possession of a seller's listings, for the data export. */
export async function listOwnProofs(
  db: Executor,
  settings: Settings,
  userId: string,
): Promise<DataExport['possessionProofs']> {
  const rows = await db
    .select({ proof: possessionProofs })
    .from(possessionProofs)
    .innerJoin(products, eq(products.id, possessionProofs.productId))
    .where(eq(products.sellerId, userId))
    .orderBy(asc(possessionProofs.createdAt));
  return rows.map(({ proof }) => ({
    _id: proof.id,
    productId: proof.productId,
    productName: proof.productName,
    code: proof.code,
    state: proof.state,
    reason: proof.reason,
    requestedAt: proof.createdAt.toISOString(),
    expiresAt: proof.expiresAt.toISOString(),
    submittedAt: proof.submittedAt?.toISOString() ?? null,
    decidedAt: proof.decidedAt?.toISOString() ?? null,
    photo:
      proof.photoId === null
        ? null
        : {
            img: privateImageUrl(settings, possessionImages, proof.photoId, new Date()),
            width: proof.width,
            height: proof.height,
          },
  }));
}
