import type { ProductDetails } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
import { models, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { isVisibleProduct } from '../../platform/visible-product.ts';
import { userPhotoUrl } from '../images/index.ts';
import { toUpdatePolicy } from '../models/index.ts';
import { ratingOfSeller } from '../reviews/index.ts';
import { productColumns, toProduct } from './product-presenter.ts';

const productById = prepareOnce((db) =>
  db
    .select({
      ...productColumns,
      removedAt: products.removedAt,
      hiddenReasons: products.hiddenReasons,
      sellerPhoto: users.photoUrl,
      sellerSince: users.createdAt,
      sellerRating: ratingOfSeller(users.id),
      model: models,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(eq(products.id, sql.placeholder('id'))),
);

/**
 * Reads one product. A sold and paid product keeps its page; a soft-deleted one has none,
 * and a hidden one is visible to its seller and admins only. Nobody is named as the seller if the account
 * was deleted.
 *
 * @throws Problem `product.not-found`
 */
export async function getProduct(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<ProductDetails> {
  const [row] = await productById(db).execute({ id });
  if (!row || !isVisibleProduct(row, actor)) throw new Problem('product.not-found');
  return {
    ...toProduct(row, settings),
    sellerSince: row.sellerSince.toISOString(),
    seller:
      row.sellerRemovedAt === null
        ? {
            _id: row.sellerId,
            photo: userPhotoUrl({ photoUrl: row.sellerPhoto }, settings),
            rating: row.sellerRating,
          }
        : null,
    ...(row.model
      ? {
          model: {
            slug: row.model.slug,
            name: row.model.name,
            formFactor: row.model.formFactor,
            updates: toUpdatePolicy(row.model),
          },
        }
      : {}),
  };
}
