import type { SelfTestReport } from '@redial/contract';
import { and, desc, eq } from 'drizzle-orm';
import { selfTests } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { requireVisibleProduct } from '../../platform/visible-product.ts';
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
  const { name } = await requireVisibleProduct(db, actor, id);
  const [latest] = await db
    .select()
    .from(selfTests)
    .where(
      and(
        eq(selfTests.productId, id),
        eq(selfTests.party, 'seller'),
        eq(selfTests.productName, name),
      ),
    )
    .orderBy(desc(selfTests.at))
    .limit(1);
  return { report: latest ? toReport(latest) : null };
}
