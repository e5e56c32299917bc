import { and, inArray, isNull, ne, sql } from 'drizzle-orm';
import {
  deviceNumbers,
  deviceOwners,
  listingImeis,
  orders,
  products,
} from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/**
 * Releases numbers that another listing no longer may occupy: it was removed, its phone was sold to
 * somebody else, or it is offered by somebody to whom the phone does not belong, while the user bought
 * it here. So nobody keeps a buyer from selling a phone by listing it first.
 */
export async function releaseOtherListings(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  { productId, hashes }: { productId: string; hashes: readonly string[] },
): Promise<void> {
  const isOwnersPhone = sql`exists (
    select from (
      select distinct on (o.device_id) o.user_id, o.source
      from ${deviceNumbers} n join ${deviceOwners} o on o.device_id = n.device_id
      where n.imei_hash = ${listingImeis.imeiHash} order by o.device_id, o.id desc
    ) owner where owner.user_id = ${actor.id} and owner.source <> 'listing')`;
  const ended = tx
    .select({ id: products.id })
    .from(products)
    .where(
      sql`${products.removedAt} is not null
        or exists (
          select from ${orders} where product_id = ${products.id} and ${orders.state} = 'completed')
        or ${products.sellerId} <> ${actor.id} and ${products.status} = 'Available'
          and ${isOwnersPhone}`,
    );
  await tx
    .update(listingImeis)
    .set({ releasedAt: sql`now()` })
    .where(
      and(
        inArray(listingImeis.imeiHash, [...hashes]),
        ne(listingImeis.productId, productId),
        isNull(listingImeis.releasedAt),
        inArray(listingImeis.productId, ended),
      ),
    );
}
