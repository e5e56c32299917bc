import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { isVisible, products, reports } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';

/**
 * Reports a product. Each user, or each IP address of anonymous callers, can have one open report per
 * product. IP addresses are stored as a keyed hash only.
 *
 * @param input.ipKey the caller's IP address, normalized for rate limiting.
 * @returns the report's id.
 * @throws Problem `product.not-found`, `product.sold`, `product.already-reported`
 */
export async function reportProduct(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User | undefined,
  input: { productId: string; ipKey: string },
): Promise<string> {
  const { productId, ipKey } = input;
  const [product] = await db
    .select({ status: products.status })
    .from(products)
    .where(and(eq(products.id, productId), isVisible));
  if (!product) throw new Problem('product.not-found');
  if (product.status === 'Sold') throw new Problem('product.sold');
  const reporter = actor
    ? `user:${actor.id}`
    : `address:${createHmac('sha256', settings.sessionSecret).update(ipKey).digest('base64url')}`;
  const [report] = await db
    .insert(reports)
    .values({ id: newId(), productId, reporter })
    .onConflictDoNothing()
    .returning({ id: reports.id });
  if (!report) throw new Problem('product.already-reported');
  return report.id;
}
