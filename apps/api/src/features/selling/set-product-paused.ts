import { and, eq, isNull, sql } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { explainRefusal, ownAvailableProduct } from './own-product.ts';

const isPaused = sql<boolean>`'paused' = any(${products.hiddenReasons})`;

/**
 * Pauses or resumes the seller's own product. A paused product is hidden from everybody else. Other
 * reasons to hide it stay.
 *
 * @returns the number of records changed: 0 if it was in that state already.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function setProductPaused(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id, paused }: { id: string; paused: boolean },
): Promise<number> {
  const next = paused
    ? sql`array_append(hidden_reasons, 'paused')`
    : sql`array_remove(hidden_reasons, 'paused')`;
  for (;;) {
    const changed = await inTransaction(db, async (tx) => {
      const rows = await tx
        .update(products)
        .set({ hiddenReasons: next })
        .where(and(ownAvailableProduct(actor, id), sql`${isPaused} <> ${paused}`))
        .returning({ id: products.id });
      if (!paused && rows.length > 0) await emit(tx, { type: 'product.changed', productId: id });
      return rows;
    });
    if (changed.length > 0) return changed.length;
    await explainRefusal(db, actor, id);
    const [current] = await db
      .select({ paused: isPaused })
      .from(products)
      .where(and(eq(products.id, id), isNull(products.removedAt)));
    if (current?.paused === paused) return 0;
    // An order on it was closed in between: try again.
  }
}
