import type { ProductDetails } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { models, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { userPhotoUrl } from '../images/index.ts';
import { toUpdatePolicy } from '../models/index.ts';
import { ratingOfSeller } from '../reviews/index.ts';
import { isVisibleTo } from './product-filters.ts';
import { productColumns, toProduct } from './product-presenter.ts';

/**
 * Reads one product. A sold and paid product keeps its page; a soft-deleted one has none,
 * and a hidden one is visible to its seller and admins only.
 *
 * @throws Problem `product.not-found`
 */
export async function getProduct(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<ProductDetails> {
  const [row] = await db
    .select({
      ...productColumns,
      sellerId: users.id,
      sellerPhoto: users.photoUrl,
      sellerSince: users.createdAt,
      sellerRating: ratingOfSeller(users.id),
      model: models,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(and(eq(products.id, id), isVisibleTo(actor)));
  if (!row) throw new Problem('product.not-found');
  return {
    ...toProduct(row, settings),
    sellerSince: row.sellerSince.toISOString(),
    seller: {
      _id: row.sellerId,
      photo: userPhotoUrl({ photoUrl: row.sellerPhoto }, settings),
      rating: row.sellerRating,
    },
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
