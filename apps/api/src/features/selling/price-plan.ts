import {
  type NewPricePlan,
  type PricePlan,
  toCents,
  toDollars,
  validatePricePlan,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { pricePlans, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnProduct } from './own-product.ts';

export const dayMs = 86_400_000;

/**
 * Reads the price plan of the seller's own listing. It is the seller's only: a buyer who knows the
 * lowest price waits for it.
 *
 * @throws Problem `product.not-found`, `product.not-owner`
 */
export async function getPricePlan(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<PricePlan | null> {
  const [row] = await db
    .select({ plan: pricePlans, sellerId: products.sellerId, removedAt: products.removedAt })
    .from(products)
    .leftJoin(pricePlans, eq(pricePlans.productId, products.id))
    .where(eq(products.id, id));
  if (!row || row.removedAt) throw new Problem('product.not-found');
  if (row.sellerId !== actor.id) throw new Problem('product.not-owner');
  return row.plan && toPricePlan(row.plan);
}

/** Presents a price plan in the contract's form. */
export const toPricePlan = (plan: typeof pricePlans.$inferSelect): PricePlan => ({
  step: toDollars(plan.stepCents),
  intervalDays: plan.intervalDays,
  floor: toDollars(plan.floorCents),
  nextAt: plan.nextAt.toISOString(),
});

/**
 * Lowers the price of the seller's own listing step by step, the first time after one interval. The
 * same plan again does not start the interval anew.
 *
 * @returns the number of plans changed.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`
 */
export async function setPricePlan(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  { id, ...input }: { id: string } & NewPricePlan,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const product = await lockOwnProduct(tx, actor, id);
    const invalid = validatePricePlan(input, toDollars(product.resalePriceCents));
    if (invalid) throw new Problem('validation.failed', invalid.message, `body.${invalid.field}`);
    const plan = {
      stepCents: toCents(input.step) ?? 0,
      intervalDays: input.intervalDays,
      floorCents: toCents(input.floor) ?? 0,
    };
    const [current] = await tx.select().from(pricePlans).where(eq(pricePlans.productId, id));
    if (
      current?.stepCents === plan.stepCents &&
      current.intervalDays === plan.intervalDays &&
      current.floorCents === plan.floorCents
    ) {
      return 0;
    }
    const row = { ...plan, nextAt: new Date(clock.now().getTime() + plan.intervalDays * dayMs) };
    await tx
      .insert(pricePlans)
      .values({ productId: id, ...row })
      .onConflictDoUpdate({ target: pricePlans.productId, set: row });
    return 1;
  });
}

/**
 * Ends the price plan of the seller's own listing; the price stays.
 *
 * @returns the number of plans removed.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function removePricePlan(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockOwnProduct(tx, actor, id);
    const removed = await tx
      .delete(pricePlans)
      .where(eq(pricePlans.productId, id))
      .returning({ productId: pricePlans.productId });
    return removed.length;
  });
}
