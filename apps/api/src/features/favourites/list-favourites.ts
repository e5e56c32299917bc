import type { DataExport, Favourites } from '@redial/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { favourites, models, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { isVisibleTo, productColumns, toProduct } from '../catalogue/index.ts';

/** Lists the favourites of the caller that have a page, those added last first. */
export async function listFavourites(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  { only }: { only?: 'ids' },
): Promise<Favourites> {
  const rows = await db
    .select({ product: productColumns, addedAt: favourites.createdAt })
    .from(favourites)
    .innerJoin(products, eq(products.id, favourites.productId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(and(eq(favourites.userId, actor.id), isVisibleTo(undefined)))
    .orderBy(desc(favourites.createdAt), desc(favourites.productId));
  return {
    ids: rows.map(({ product }) => product.id),
    favourites:
      only === 'ids'
        ? []
        : rows.map(({ product, addedAt }) => ({
            product: toProduct(product, settings),
            addedAt: addedAt.toISOString(),
          })),
  };
}

/** The favourites of a user for the data export, oldest first. */
export async function listOwnFavourites(
  db: Executor,
  userId: string,
): Promise<DataExport['favourites']> {
  const rows = await db
    .select({ productId: favourites.productId, addedAt: favourites.createdAt })
    .from(favourites)
    .where(eq(favourites.userId, userId))
    .orderBy(favourites.createdAt);
  return rows.map(({ productId, addedAt }) => ({ productId, addedAt: addedAt.toISOString() }));
}
