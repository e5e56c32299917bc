import { and, eq, exists, inArray, isNull, ne, not, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingPhotos, moderationDecisions, products, users } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { allowSlowStatements, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { claimImeis } from '../devices/index.ts';

const isRemovable = and(isNull(products.removedAt), not(products.isPaid));

/** Soft-deletes a product as a moderator decided, unless it is paid. */
export async function removeProduct(tx: Transaction, productId: string): Promise<void> {
  const removed = await tx
    .update(products)
    .set({ removedAt: sql`now()`, advertised: false })
    .where(and(eq(products.id, productId), isRemovable))
    .returning({ id: products.id });
  if (removed.length > 0) await emit(tx, { type: 'product.removed', productId, by: 'moderation' });
}

/**
 * Puts a product that a moderator removed back on the market, hidden as it was before, and lets it occupy
 * its IMEIs again. It stays removed if its seller has no account any more or had deleted it first, or if
 * the phone is listed again or reported.
 */
export async function restoreRemovedProduct(tx: Transaction, productId: string): Promise<void> {
  const [seller] = await tx
    .select({ id: users.id })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(products.id, productId), isNull(users.removedAt)))
    .for('share', { of: users });
  if (!seller) return;
  // A decision removes at the time of its transaction.
  const isRemovedByDecision = exists(
    tx
      .select({ id: moderationDecisions.id })
      .from(moderationDecisions)
      .where(
        and(
          eq(moderationDecisions.productId, productId),
          eq(moderationDecisions.kind, 'remove'),
          eq(moderationDecisions.decidedAt, products.removedAt),
        ),
      ),
  );
  const [removed] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isRemovedByDecision))
    .for('no key update');
  if (!removed || !(await mayClaimImeis(tx, seller, productId))) return;
  await tx.update(products).set({ removedAt: null }).where(eq(products.id, productId));
  await emit(tx, { type: 'product.changed', productId });
}

/** Claims the IMEIs of a listing. @returns whether they are free */
async function mayClaimImeis(
  tx: Transaction,
  seller: Pick<User, 'id'>,
  productId: string,
): Promise<boolean> {
  try {
    await tx.transaction((nested) => claimImeis(nested, seller, productId));
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Soft-deletes the products of a deactivated seller, except paid ones. */
export async function removeProductsOfSeller(tx: Transaction, sellerId: string): Promise<void> {
  await allowSlowStatements(tx);
  const removed = await tx
    .update(products)
    .set({ removedAt: sql`now()` })
    .where(and(eq(products.sellerId, sellerId), isRemovable))
    .returning({ productId: products.id });
  const events = removed.map(({ productId }) => ({ productId, by: 'account' }) as const);
  await emit(tx, ...events.map((event) => ({ type: 'product.removed', ...event }) as const));
}

/** Deletes the personal data in the products of a seller who deletes the account; not in paid ones. */
export async function anonymizeProducts(tx: Transaction, sellerId: string): Promise<void> {
  const unpaid = and(
    eq(products.sellerId, sellerId),
    not(products.isPaid),
    ne(products.imageUrl, ''),
  );
  await allowSlowStatements(tx);
  await tx
    .delete(listingPhotos)
    .where(
      inArray(listingPhotos.productId, tx.select({ id: products.id }).from(products).where(unpaid)),
    );
  await tx
    .update(products)
    .set({
      description: '',
      written: {},
      imageUrl: '',
      sellerPhone: '',
      location: '',
      placeId: null,
      country: null,
    })
    .where(unpaid);
}

/**
 * Deletes phone number and location from products that were taken off the market, unless an order of
 * them is under way, and from the paid products of removed sellers, once the payment is old enough.
 *
 * @param days how long they are kept.
 * @returns the number of products changed.
 */
export async function purgeSellerContacts(
  db: Executor,
  days: { readonly removed: number; readonly removedListing: number },
): Promise<number> {
  const before = (count: number) => sql`now() - make_interval(days => ${count})`;
  const { rowCount } = await db.execute(sql`
    update products d set seller_phone = '', location = '', place_id = null,
      country = null, written = written - 'location'
    where d.seller_phone <> '' and (
      d.removed_at < ${before(days.removedListing)} and not exists (
        select from orders o where o.product_id = d.id
          and o.state not in ('cancelled', 'expired', 'completed', 'refunded'))
      or exists (select from users u where u.id = d.seller_id and u.removed_at is not null)
        and exists (select from orders o join payments p on p.id = o.paid_payment_id
          where o.product_id = d.id
            and (d.is_paid and o.state in ('paid', 'completed')
                and p.changed_at < ${before(days.removed)}
              or o.state = 'refunded' and o.changed_at < ${before(days.removed)})))`);
  return rowCount ?? 0;
}
