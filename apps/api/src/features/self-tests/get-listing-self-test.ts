import type { SelfTestReport } from '@redial/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
import { selfTests } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { requireVisibleProduct } from '../../platform/visible-product.ts';
import { toReport } from './queries.ts';

const latestOfSeller = prepareOnce((db) =>
  db
    .select()
    .from(selfTests)
    .where(
      and(
        eq(selfTests.productId, sql.placeholder('id')),
        eq(selfTests.party, 'seller'),
        eq(selfTests.productName, sql.placeholder('name')),
      ),
    )
    .orderBy(desc(selfTests.at))
    .limit(1),
);

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
  const [latest] = await latestOfSeller(db).execute({ id, name });
  return { report: latest ? toReport(latest) : null };
}
