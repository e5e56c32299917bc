import { maxFavourites } from '@redial/contract';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { favourites, isVisible, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { isVisibleTo } from '../catalogue/index.ts';

/**
 * Adds a phone to the favourites of the caller. Repeating it changes nothing. If all places are taken, a
 * phone that is hidden gives up its own: the caller does not see it, and cannot remove it.
 *
 * @returns the number of added favourites.
 * @throws Problem `product.not-found`, `favourite.own-product`, `favourite.too-many`
 */
export function addFavourite(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { listingId }: { listingId: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Serializes the calls of a user, so that two at once do not exceed the maximum.
    await lockActiveUser(tx, actor, 'no key update');
    const [product] = await tx
      .select({ sellerId: products.sellerId })
      .from(products)
      .where(and(eq(products.id, listingId), isVisibleTo(actor)));
    if (!product) throw new Problem('product.not-found');
    if (product.sellerId === actor.id) throw new Problem('favourite.own-product');
    const own = eq(favourites.userId, actor.id);
    const isKnown = await tx.$count(favourites, and(own, eq(favourites.productId, listingId)));
    if (isKnown > 0) return 0;
    if ((await tx.$count(favourites, own)) >= maxFavourites && !(await removeHidden(tx, actor))) {
      throw new Problem('favourite.too-many');
    }
    await tx.insert(favourites).values({ userId: actor.id, productId: listingId });
    return 1;
  });
}

/** Removes the oldest favourite of a user that is not listed. @returns whether there was one. */
async function removeHidden(tx: Transaction, { id }: User): Promise<boolean> {
  const own = eq(favourites.userId, id);
  const hidden = tx
    .select({ id: favourites.productId })
    .from(favourites)
    .innerJoin(products, eq(products.id, favourites.productId))
    .where(and(own, sql`not (${isVisible})`))
    .orderBy(asc(favourites.createdAt), asc(favourites.productId))
    .limit(1);
  const { rowCount } = await tx
    .delete(favourites)
    .where(and(own, inArray(favourites.productId, hidden)));
  return (rowCount ?? 0) > 0;
}
