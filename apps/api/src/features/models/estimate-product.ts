import type { PriceEstimate } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { listingDetails, models, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { explainPrice } from './estimate-price.ts';
import { requireModel } from './queries.ts';

/**
 * Estimates what a listed phone is worth by what its seller states, and compares its price. A hidden
 * listing has an estimate for its seller and admins only.
 *
 * @returns the estimate, and the model whose sales it depends on.
 * @throws Problem `product.not-found`, `estimate.no-data`
 */
export async function estimateProduct(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<{ estimate: PriceEstimate; modelId: number }> {
  const [row] = await db
    .select({ product: products, details: listingDetails, model: models.slug })
    .from(products)
    .leftJoin(listingDetails, eq(listingDetails.productId, products.id))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(and(eq(products.id, id), isNull(products.removedAt)));
  const isVisible =
    row &&
    (row.product.hiddenReasons.length === 0 ||
      actor?.role === 'admin' ||
      actor?.id === row.product.sellerId);
  if (!isVisible) throw new Problem('product.not-found');
  if (row.model === null) throw new Problem('estimate.no-data');
  const { product, details } = row;
  const phone = {
    storageGb: product.storageGb ?? undefined,
    condition: product.condition,
    batteryHealthPct: details?.batteryHealthPct ?? undefined,
    carrierLocked: details?.networkLock === 'carrier-locked',
    boxAndReceipt: ['box', 'receipt'].every((item) =>
      details?.accessories.some((one) => one === item),
    ),
  };
  const model = await requireModel(db, row.model);
  return {
    estimate: await explainPrice(db, model, phone, product.resalePriceCents, clock.now()),
    modelId: model.id,
  };
}
