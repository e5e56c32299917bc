import { randomBytes } from 'node:crypto';
import { selfTestLinkHours } from '@redial/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { orders, products, selfTestLinks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hashToken } from '../../platform/encryption.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { testableStates } from './queries.ts';

/**
 * Creates a link with which the phone itself opens its self-test: for the seller of the listing, or for
 * the buyer of its order. It replaces unused ones of the same user.
 *
 * @throws Problem `product.not-found`, `product.has-active-order` for a seller whose phone is ordered,
 *   `self-test.not-allowed`
 */
export async function createLink(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: User,
  { id: productId }: { id: string },
): Promise<{ token: string; url: string; expiresAt: string }> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + selfTestLinkHours * 3_600_000);
  await inTransaction(db, async (tx) => {
    await lockActiveUser(tx, actor, 'share');
    const orderId = await findTestedOrder(tx, actor, productId);
    await tx
      .delete(selfTestLinks)
      .where(
        and(
          eq(selfTestLinks.productId, productId),
          eq(selfTestLinks.createdBy, actor.id),
          isNull(selfTestLinks.usedAt),
        ),
      );
    await tx.insert(selfTestLinks).values({
      tokenHash: hashToken(token),
      productId,
      orderId,
      createdBy: actor.id,
      expiresAt,
      createdAt: clock.now(),
    });
  });
  const url = `${settings.publicUrl}/self-test/${token}`;
  return { token, url, expiresAt: expiresAt.toISOString() };
}

/** The order of the buyer who tests a phone; null for its seller. */
async function findTestedOrder(
  db: Executor,
  actor: User,
  productId: string,
): Promise<string | null> {
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  if (!product) throw new Problem('product.not-found');
  if (product.sellerId === actor.id) {
    if (product.removedAt) throw new Problem('product.not-found');
    if (product.status === 'Sold') throw new Problem('product.has-active-order');
    return null;
  }
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.productId, productId),
        eq(orders.buyerId, actor.id),
        inArray(orders.state, testableStates),
      ),
    );
  if (order) return order.id;
  if (product.removedAt || product.hiddenReasons.length > 0) throw new Problem('product.not-found');
  throw new Problem('self-test.not-allowed');
}
