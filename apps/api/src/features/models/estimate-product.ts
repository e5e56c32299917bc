import type { PriceEstimate } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
import { listingDetails } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { requireVisibleProduct } from '../../platform/visible-product.ts';
import { explainPrice } from './estimate-price.ts';
import { requireModelById } from './queries.ts';

const detailsById = prepareOnce((db) =>
  db
    .select()
    .from(listingDetails)
    .where(eq(listingDetails.productId, sql.placeholder('id'))),
);

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
  const product = await requireVisibleProduct(db, actor, id);
  if (product.modelId === null) throw new Problem('estimate.no-data');
  const [[details], model] = await Promise.all([
    detailsById(db).execute({ id }),
    requireModelById(db, product.modelId),
  ]);
  const phone = {
    storageGb: product.storageGb ?? undefined,
    condition: product.condition,
    batteryHealthPct: details?.batteryHealthPct ?? undefined,
    carrierLocked: details?.networkLock === 'carrier-locked',
    boxAndReceipt: ['box', 'receipt'].every((item) =>
      details?.accessories.some((one) => one === item),
    ),
  };
  return {
    estimate: await explainPrice(db, model, phone, product.resalePriceCents, clock.now()),
    modelId: model.id,
  };
}
