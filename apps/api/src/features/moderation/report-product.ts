import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { insertReport } from './insert-report.ts';
import { findReportableProduct } from './reportable-product.ts';

/**
 * Reports a product without a reason, as the specification has it.
 *
 * @param input.ipKey the caller's IP address, normalized for rate limiting.
 * @returns the report's id.
 * @throws Problem `product.not-found`, `product.sold`, `product.already-reported`
 */
export async function reportProduct(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User | undefined,
  { productId, ipKey }: { productId: string; ipKey: string },
): Promise<string> {
  await findReportableProduct(db, productId);
  const action = 'product.reported';
  const about = { target: { productId }, reason: 'unspecified', ipKey, action } as const;
  const id = await insertReport(db, settings, actor, about);
  if (id === undefined) throw new Problem('product.already-reported');
  return id;
}
