import {
  type DataExport,
  type FavouriteOfferStatus,
  favouriteOfferLimits,
  toDollars,
} from '@redial/contract';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  blocks,
  favouriteOffers,
  favourites,
  offers,
  products,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { active, type User } from '../../platform/users.ts';

/**
 * What the seller of a phone learns about offers to everyone who favourites it: how many these are, and
 * what became of the last one. Never who they are.
 *
 * @throws Problem `product.not-found`, `product.not-owner`
 */
export async function getFavouriteOfferStatus(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  { id }: { id: string },
): Promise<FavouriteOfferStatus> {
  const [product] = await db
    .select({ sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.removedAt)));
  if (!product) throw new Problem('product.not-found');
  if (product.sellerId !== actor.id) throw new Problem('product.not-owner');
  const last = await findLastSent(db, id);
  const nextAt = last && nextAfter(last);
  return {
    recipients: await countAdmirers(db, id),
    nextAt: nextAt && nextAt > clock.now() ? nextAt.toISOString() : null,
    last: last
      ? {
          price: toDollars(last.priceCents),
          recipients: last.recipients,
          at: last.createdAt.toISOString(),
          expiresAt: last.expiresAt.toISOString(),
          accepted: last.accepted,
        }
      : null,
  };
}

/** The last offer that was sent for a listing. */
export async function findLastSent(db: Executor, productId: string) {
  // Columns of a selection without joins are rendered without their table.
  const accepted = sql<boolean>`exists (select from offers
    where favourite_offer_id = favourite_offers.id and state = 'accepted')`;
  const [last] = await db
    .select({
      priceCents: favouriteOffers.priceCents,
      recipients: favouriteOffers.recipients,
      createdAt: favouriteOffers.createdAt,
      expiresAt: favouriteOffers.expiresAt,
      accepted,
    })
    .from(favouriteOffers)
    .where(eq(favouriteOffers.productId, productId))
    .orderBy(desc(favouriteOffers.createdAt))
    .limit(1);
  return last;
}

/** When another offer can be sent for the listing. */
export const nextAfter = ({ createdAt }: { createdAt: Date }): Date =>
  new Date(createdAt.getTime() + favouriteOfferLimits.days * 86_400_000);

/**
 * How many people favourite a phone, as its seller learns it. Blocks and open offers do not change the
 * number: a seller could block a partner of a conversation, and read from the difference whether that is one.
 */
export async function countAdmirers(db: Executor, productId: string): Promise<number> {
  const admirers = await db
    .select({ id: users.id })
    .from(favourites)
    .innerJoin(users, eq(users.id, favourites.userId))
    .where(isAdmirer(productId))
    .limit(favouriteOfferLimits.recipients);
  return admirers.length;
}

const isAdmirer = (productId: string) =>
  and(eq(favourites.productId, productId), active, eq(users.suspended, false));

/**
 * The people who favourite a phone and can get an offer of its seller, those who favourited it last first:
 * active, not suspended, without a block between the two, and without an open offer on the phone.
 */
export const listRecipients = (
  db: Executor,
  { productId, sellerId }: { productId: string; sellerId: string },
): Promise<readonly { id: string }[]> =>
  db
    .select({ id: users.id })
    .from(favourites)
    .innerJoin(users, eq(users.id, favourites.userId))
    .where(
      and(
        isAdmirer(productId),
        sql`not exists (select from ${blocks} where
          (${blocks.blockerId} = ${users.id} and ${blocks.blockedId} = ${sellerId})
          or (${blocks.blockerId} = ${sellerId} and ${blocks.blockedId} = ${users.id}))`,
        sql`not exists (select from ${offers} where ${offers.productId} = ${productId}
          and ${offers.buyerId} = ${users.id} and ${offers.state} = 'open')`,
      ),
    )
    .orderBy(desc(favourites.createdAt), asc(users.id))
    .limit(favouriteOfferLimits.recipients);

/** The offers to favourites of a seller, for the data export, oldest first. */
export async function listOwnFavouriteOffers(
  db: Executor,
  userId: string,
): Promise<Pick<DataExport, 'favouriteOffers'>> {
  const rows = await db
    .select()
    .from(favouriteOffers)
    .where(eq(favouriteOffers.sellerId, userId))
    .orderBy(asc(favouriteOffers.createdAt));
  return {
    favouriteOffers: rows.map(
      ({ id, productId, priceCents, recipients, createdAt, expiresAt }) => ({
        _id: id,
        productId,
        price: toDollars(priceCents),
        recipients,
        at: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }),
    ),
  };
}
