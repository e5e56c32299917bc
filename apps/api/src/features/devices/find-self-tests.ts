import { type DevicePassport, summarizeSelfTest } from '@redial/contract';
import { and, desc, eq, inArray, lt, lte, notExists, notInArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { deviceOwners, orders, products, selfTests } from '../../db/schema/index.ts';
import { hasPublicStatements } from './public-listings.ts';

/** Of more, the latest are shown, so that no seller can make the page of a device endless. */
const maxSelfTests = 100;

/**
 * The self-tests of a device that everybody may see, the earliest first. Those of sellers: of a listing
 * that is not hidden under its current name, and before the phone was ordered. Those of buyers: made at the handover of an
 * order with which the device passed to them. Until an order is completed, and if it never is, its buyer
 * is not public, and neither is that test.
 *
 * @param names pseudonyms of the owners.
 */
export async function findSelfTests(
  db: Executor,
  deviceId: string,
  { listingIds, names }: { listingIds: readonly string[]; names: ReadonlyMap<string, string> },
): Promise<DevicePassport['selfTests']> {
  if (listingIds.length === 0) return [];
  const sale = alias(orders, 'sale');
  const taken = alias(orders, 'taken');
  const newestFirst = await db
    .select({
      at: selfTests.at,
      by: selfTests.party,
      userId: selfTests.createdBy,
      results: selfTests.results,
      productId: selfTests.productId,
      removedAt: products.removedAt,
      soldAt: sale.placedAt,
    })
    .from(selfTests)
    .innerJoin(products, eq(products.id, selfTests.productId))
    .leftJoin(
      deviceOwners,
      and(
        eq(deviceOwners.deviceId, deviceId),
        eq(deviceOwners.source, 'order'),
        eq(deviceOwners.orderId, selfTests.orderId),
      ),
    )
    .leftJoin(
      sale,
      and(
        eq(sale.productId, selfTests.productId),
        eq(sale.state, 'completed'),
        or(eq(selfTests.party, 'seller'), eq(sale.id, selfTests.orderId)),
      ),
    )
    .where(
      and(
        inArray(selfTests.productId, [...listingIds]),
        hasPublicStatements,
        or(
          and(
            eq(selfTests.party, 'seller'),
            eq(selfTests.productName, products.name),
            notExists(
              db
                .select({ id: taken.id })
                .from(taken)
                .where(
                  and(
                    eq(taken.productId, selfTests.productId),
                    lt(taken.placedAt, selfTests.at),
                    notInArray(taken.state, ['cancelled', 'expired', 'refunded']),
                  ),
                ),
            ),
          ),
          // A later one is not of the handover. Nor would a cached response have it: the row of the new
          // owner invalidates those, the test of a buyer does not.
          and(eq(selfTests.party, 'buyer'), lte(selfTests.at, deviceOwners.at)),
        ),
      ),
    )
    .orderBy(desc(selfTests.at), desc(selfTests.id))
    .limit(maxSelfTests);
  return newestFirst.reverse().map(({ at, by, userId, results, productId, removedAt, soldAt }) => ({
    at: at.toISOString(),
    by,
    owner: names.get(userId) ?? null,
    productId: removedAt ? null : productId,
    soldAt: soldAt?.toISOString() ?? null,
    ...summarizeSelfTest(results),
  }));
}
