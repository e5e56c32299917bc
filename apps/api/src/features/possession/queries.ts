import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { possessionProofs, products } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';

export type ProofRow = typeof possessionProofs.$inferSelect;

/** The latest proof of a listing, in whatever state. */
export async function findLatestProof(
  db: Executor,
  productId: string,
): Promise<ProofRow | undefined> {
  const [row] = await db
    .select()
    .from(possessionProofs)
    .where(eq(possessionProofs.productId, productId))
    .orderBy(desc(possessionProofs.createdAt), desc(possessionProofs.id))
    .limit(1);
  return row;
}

/** Whether the code of a proof can be used. */
export const isCodeValid = (proof: Pick<ProofRow, 'state' | 'expiresAt'>, now: Date): boolean =>
  proof.state === 'open' && proof.expiresAt > now;

/** @throws Problem `product.not-found`, `product.not-owner` */
export async function findOwnListing(db: Executor, actor: User, productId: string) {
  const [product] = await db
    .select({ sellerId: products.sellerId, possessionVerifiedAt: products.possessionVerifiedAt })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.removedAt)));
  if (!product) throw new Problem('product.not-found');
  if (product.sellerId !== actor.id) throw new Problem('product.not-owner');
  return product;
}
