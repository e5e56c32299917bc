import type { SelfTestReport } from '@redial/contract';
import { and, desc, eq } from 'drizzle-orm';
import { products, selfTests } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { toReport } from './queries.ts';

/**
 * Returns the latest self-test by the seller of a listing. One from when the listing had another name
 * may be of another phone, and is not shown.
 *
 * @throws Problem `product.not-found`
 */
export async function getListingSelfTest(
  { db }: Pick<Deps, 'db'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<{ report: SelfTestReport | null }> {
  const [row] = await db
    .select({ product: products, selfTest: selfTests })
    .from(products)
    .leftJoin(
      selfTests,
      and(
        eq(selfTests.productId, products.id),
        eq(selfTests.party, 'seller'),
        eq(selfTests.productName, products.name),
      ),
    )
    .where(eq(products.id, id))
    .orderBy(desc(selfTests.at))
    .limit(1);
  const isVisible =
    row?.product.removedAt === null &&
    (row.product.hiddenReasons.length === 0 ||
      actor?.role === 'admin' ||
      actor?.id === row.product.sellerId);
  if (!row || !isVisible) throw new Problem('product.not-found');
  return { report: row.selfTest && toReport(row.selfTest) };
}
