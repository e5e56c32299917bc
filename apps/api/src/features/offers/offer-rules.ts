import {
  formatPrice,
  type OfferRules,
  toCents,
  toDollars,
  validateOfferRules,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { offerRules, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

type Limits = Pick<
  typeof offerRules.$inferSelect,
  'acceptFromCents' | 'declineBelowCents' | 'blindFloorCents'
>;

/**
 * Reads by which rules offers on the seller's own listing are answered. They are the seller's only: a
 * buyer who knows the lowest price that is accepted offers that.
 *
 * @throws Problem `product.not-found`, `product.not-owner`
 */
export async function getOfferRules(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<OfferRules> {
  const { rules } = await findOwnRules(db, actor, id);
  return toOfferRules(rules);
}

/** Presents rules in the contract's form, in US dollars; without a row, there are none. */
export const toOfferRules = (limits: Limits | null): OfferRules => ({
  acceptFrom: toDollarsOrNull(limits?.acceptFromCents),
  declineBelow: toDollarsOrNull(limits?.declineBelowCents),
  blindFloor: toDollarsOrNull(limits?.blindFloorCents),
});

const toDollarsOrNull = (cents: number | null | undefined) => (cents ? toDollars(cents) : null);

/**
 * Sets the rules for new offers on the seller's own listing. Open offers stay as they are.
 *
 * @param input US dollars; null: no such rule.
 * @returns the number of rules changed, 0 or 1.
 * @throws Problem `product.not-found`, `product.not-owner`, `validation.failed`
 */
export async function setOfferRules(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id, ...input }: { id: string } & OfferRules,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rules: current, askingCents } = await findOwnRules(tx, actor, id);
    const invalid = validateOfferRules(input) ?? findAbovePrice(input, toDollars(askingCents));
    if (invalid) throw new Problem('validation.failed', invalid.message, `body.${invalid.field}`);
    const limits = {
      acceptFromCents: toCentsOrNull(input.acceptFrom),
      declineBelowCents: toCentsOrNull(input.declineBelow),
      blindFloorCents: toCentsOrNull(input.blindFloor),
    };
    if (Object.values(limits).every((limit) => limit === null)) {
      const removed = await tx.delete(offerRules).where(eq(offerRules.productId, id));
      return removed.rowCount ?? 0;
    }
    if (
      current?.acceptFromCents === limits.acceptFromCents &&
      current.declineBelowCents === limits.declineBelowCents &&
      current.blindFloorCents === limits.blindFloorCents
    ) {
      return 0;
    }
    await tx
      .insert(offerRules)
      .values({ productId: id, ...limits })
      .onConflictDoUpdate({ target: offerRules.productId, set: limits });
    return 1;
  });
}

/** No offer is above the asking price, so that a higher limit would be a mistake. */
function findAbovePrice(input: OfferRules, askingPrice: number) {
  const fields = ['acceptFrom', 'declineBelow', 'blindFloor'] as const;
  const field = fields.find((one) => (input[one] ?? 0) > askingPrice);
  const message = `Enter at most the price of the phone, ${formatPrice(askingPrice)}`;
  return field && { field, message };
}

const toCentsOrNull = (dollars: number | null) =>
  dollars === null ? null : (toCents(dollars) ?? null);

async function findOwnRules(
  db: Executor,
  actor: User,
  id: string,
): Promise<{ rules: Limits | null; askingCents: number }> {
  const [row] = await db
    .select({
      rules: offerRules,
      sellerId: products.sellerId,
      askingCents: products.resalePriceCents,
      removedAt: products.removedAt,
    })
    .from(products)
    .leftJoin(offerRules, eq(offerRules.productId, products.id))
    .where(eq(products.id, id));
  if (!row || row.removedAt) throw new Problem('product.not-found');
  if (row.sellerId !== actor.id) throw new Problem('product.not-owner');
  return row;
}

/**
 * What the rules of the seller say about a new offer; undefined if the seller answers it. No limit counts
 * as more than the asking price, which may have been lowered since the rules were set.
 */
export async function findAutomaticAnswer(
  tx: Transaction,
  {
    productId,
    priceCents,
    askingCents,
  }: { productId: string; priceCents: number; askingCents: number },
): Promise<'accept' | 'decline' | undefined> {
  const [rules] = await tx.select().from(offerRules).where(eq(offerRules.productId, productId));
  const isBelow = (limitCents: number) => priceCents < Math.min(limitCents, askingCents);
  const { acceptFromCents = null, declineBelowCents = null } = rules ?? {};
  if (acceptFromCents !== null && !isBelow(acceptFromCents)) return 'accept';
  if (declineBelowCents !== null && isBelow(declineBelowCents)) return 'decline';
  return undefined;
}
