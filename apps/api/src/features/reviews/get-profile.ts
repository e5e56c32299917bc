import { type Profile, profilePhones } from '@redial/contract';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  disputeResolutions,
  disputes,
  isVisible,
  models,
  orders,
  products,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { productColumns, toProduct } from '../catalogue/index.ts';
import { findAnswerTime } from '../chat/index.ts';
import { userPhotoUrl } from '../images/index.ts';
import { findProfileUser } from './profile-user.ts';
import { findRating } from './ratings.ts';
import { toPublicName } from './review-presenter.ts';

/**
 * Reads the public profile of a seller, or of somebody whom a review is about.
 *
 * @throws Problem `profile.not-found`, also for deleted accounts.
 */
export async function getProfile(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  _actor: User | undefined,
  { id }: { id: string },
): Promise<Profile> {
  const user = await findProfileUser(db, id);
  if (!user) throw new Problem('profile.not-found');
  const isSeller = user.role === 'seller';
  const ofSeller = and(eq(products.sellerId, id), isVisible);
  const isCurrent = and(ofSeller, sql`${products.listed}`, eq(products.status, 'Available'));
  const isSold = and(ofSeller, eq(products.isPaid, true));
  const [
    sales,
    answersWithinHours,
    seller,
    buyer,
    current,
    currentCount,
    sold,
    soldCount,
    [newest],
  ] = await Promise.all([
    findSales(db, id),
    findAnswerTime(db, id),
    findRating(db, id, 'buyer'),
    findRating(db, id, 'seller'),
    findPhones(db, isCurrent),
    db.$count(products, isCurrent),
    findPhones(db, isSold),
    db.$count(products, isSold),
    db
      .select({ location: products.location })
      .from(products)
      .where(ofSeller)
      .orderBy(desc(products.postedAt))
      .limit(1),
  ]);
  return {
    _id: user.id,
    name: isSeller ? hideContactsIn(user.name) : toPublicName(user.name),
    photo: userPhotoUrl(user, settings),
    seller: isSeller,
    since: user.createdAt.toISOString(),
    varified: user.verified,
    place: newest?.location || null,
    completedSales: sales.completed,
    gradeAccuracy:
      sales.judged > 0
        ? { sales: sales.judged, asDescribed: sales.judged - sales.notAsDescribed }
        : null,
    answersWithinHours,
    ratings: { seller, buyer },
    current: current.map((row) => toProduct(row, settings)),
    currentCount,
    sold: sold.map((row) => toProduct(row, settings)),
    soldCount,
  };
}

const findPhones = (db: Executor, condition: SQL | undefined) =>
  db
    .select(productColumns)
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(condition)
    .orderBy(desc(products.postedAt), desc(products.id))
    .limit(profilePhones);

/**
 * Counts the sales of a seller. A dispute "not as described" is upheld if it ended with a refund or a
 * return, by agreement or by decision. Sales that ended before the handover say nothing about the phone.
 */
async function findSales(
  db: Executor,
  sellerId: string,
): Promise<{ completed: number; judged: number; notAsDescribed: number }> {
  const { rows } = await db.execute<{ completed: number; judged: number; notAsDescribed: number }>(
    sql`
    select count(*) filter (where state = 'completed')::int as completed,
      count(*) filter (where state = 'completed' or upheld)::int as judged,
      count(*) filter (where upheld)::int as "notAsDescribed"
    from (
      select ${orders.state} as state, ${orders.state} in ('completed', 'refunded') and exists (
        select from ${disputes}
        join lateral (
          select ${disputeResolutions.kind} from ${disputeResolutions}
          where ${disputeResolutions.disputeId} = ${disputes.id}
          order by ${disputeResolutions.id} desc limit 1
        ) last on last.kind <> 'release'
        where ${disputes.orderId} = ${orders.id} and ${disputes.reason} = 'not-as-described'
      ) as upheld
      from ${orders} where ${orders.sellerId} = ${sellerId}
    ) each`,
  );
  return rows[0] ?? { completed: 0, judged: 0, notAsDescribed: 0 };
}
