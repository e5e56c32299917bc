import { createHmac } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { products, reports } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';

/**
 * Files a report on a product. One open report for each person, or for each address of somebody
 * signed out; the address itself is not kept.
 *
 * @returns the report's id.
 * @throws Problem `product.unknown`, `product.sold`, `product.reported`
 */
export async function reportProduct(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  input: { productId: string; actor: Person | undefined; address: string },
): Promise<string> {
  const { productId, actor, address } = input;
  const [product] = await db
    .select({ status: products.status })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.removedAt)));
  if (!product) throw new Problem('product.unknown');
  if (product.status === 'Sold') throw new Problem('product.sold');
  const reporter = actor
    ? `user:${actor.id}`
    : `address:${createHmac('sha256', settings.sessionSecret).update(address).digest('base64url')}`;
  const [filed] = await db
    .insert(reports)
    .values({ id: newId(), productId, reporter })
    .onConflictDoNothing()
    .returning({ id: reports.id });
  if (!filed) throw new Problem('product.reported');
  return filed.id;
}
