import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

const columns = {
  id: products.id,
  sellerId: products.sellerId,
  status: products.status,
  removedAt: products.removedAt,
};

/** @throws Problem `product.not-found`, `product.not-owner` */
export async function findOwnListing(db: Executor, actor: User, id: string) {
  return checkOwner(actor, (await db.select(columns).from(products).where(eq(products.id, id)))[0]);
}

/**
 * Locks a listing of the seller that is not ordered: while it is, its IMEI is what the buyer and a
 * return are compared with.
 *
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function lockOwnListing(tx: Transaction, actor: User, id: string): Promise<void> {
  const [row] = await tx
    .select(columns)
    .from(products)
    .where(eq(products.id, id))
    .for('no key update');
  if (checkOwner(actor, row).status === 'Sold') throw new Problem('product.has-active-order');
}

type Row = Pick<typeof products.$inferSelect, keyof typeof columns>;

function checkOwner(actor: User, product: Row | undefined): Row {
  if (!product || product.removedAt) throw new Problem('product.not-found');
  if (product.sellerId !== actor.id) throw new Problem('product.not-owner');
  return product;
}
