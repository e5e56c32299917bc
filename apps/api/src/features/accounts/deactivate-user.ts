import { and, eq, isNull, not, or, sql } from 'drizzle-orm';
import { orders, products, users } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';

/**
 * Soft-deletes an active user. All tokens become invalid, a seller's unsold products are removed, and
 * the unpaid orders of both sides expire now; the `expire-orders` job cancels their payments at the
 * card provider. Paid orders remain.
 *
 * @returns `false` if there is no active user with this id.
 */
export async function deactivateUser(tx: Transaction, userId: string): Promise<boolean> {
  const [removed] = await tx
    .update(users)
    .set({ removedAt: sql`now()` })
    .where(and(eq(users.id, userId), active))
    .returning({ uid: users.identityUid });
  if (!removed) return false;
  const withdrawn = await tx
    .update(products)
    .set({ removedAt: sql`now()` })
    .where(and(eq(products.sellerId, userId), isNull(products.removedAt), not(products.isPaid)))
    .returning({ id: products.id });
  await tx
    .update(orders)
    .set({ expiresAt: sql`now()` })
    .where(
      and(eq(orders.state, 'unpaid'), or(eq(orders.buyerId, userId), eq(orders.sellerId, userId))),
    );
  await emit(
    tx,
    { type: 'user.deactivated', userId, uid: removed.uid },
    ...withdrawn.map(
      ({ id }) => ({ type: 'product.removed', productId: id, by: 'account' }) as const,
    ),
  );
  return true;
}
