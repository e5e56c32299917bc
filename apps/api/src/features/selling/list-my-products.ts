import { normalizeEmail, type Product, statedHiddenReasons } from '@redial/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type HiddenReason, models, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { requireSelfOrAdmin } from '../accounts/index.ts';
import { productColumns, toOwnProduct } from '../catalogue/index.ts';
import { countFavourites } from '../favourites/index.ts';

/**
 * Lists a seller's products, newest first, for the seller or an admin: paid ones included, soft-deleted
 * ones not.
 *
 * @throws Problem `account.not-owner`
 */
export async function listMyProducts(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  input: { email: string },
): Promise<Product[]> {
  const email = requireSelfOrAdmin(actor, input.email);
  const rows = await db
    .select({ ...productColumns, hiddenReasons: products.hiddenReasons, written: products.written })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(and(eq(users.emailKey, normalizeEmail(email) ?? ''), isNull(products.removedAt)))
    .orderBy(desc(products.postedAt), desc(products.id));
  const watchers = await countFavourites(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ hiddenReasons, ...row }) => ({
    ...toOwnProduct(row, settings),
    ...(watchers.has(row.id) ? { favourites: watchers.get(row.id) ?? 1 } : {}),
    ...(hiddenReasons.includes('review') ? { inReview: true as const } : {}),
    ...(hiddenReasons.includes('paused') ? { paused: true as const } : {}),
    ...toHiddenReason(hiddenReasons),
  }));
}

function toHiddenReason(reasons: readonly HiddenReason[]): Pick<Product, 'hiddenReason'> {
  const hiddenReason = statedHiddenReasons.find((reason) => reasons.includes(reason));
  return hiddenReason ? { hiddenReason } : {};
}
