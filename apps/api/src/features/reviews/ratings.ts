import { bayesianAverage, type Party, type Rating, type RatingAverage } from '@redial/contract';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { reviews } from '../../db/schema/index.ts';

/** SQL condition: the review counts. */
const counts = and(isNotNull(reviews.publishedAt), isNull(reviews.removedAt));

/**
 * SQL expression: the average of the reviews that buyers wrote about a seller; null without one. Part of
 * the query that reads the seller, which saves a round trip.
 *
 * @param sellerId the column of that query.
 */
export const ratingOfSeller = (sellerId: AnyPgColumn): SQL<RatingAverage | null> =>
  sql`(select array[coalesce(sum(${reviews.stars}), 0), count(*)]::int[] from ${reviews}
    where ${and(eq(reviews.subjectId, sellerId), eq(reviews.party, 'buyer'), counts)})`.mapWith(
    ([sum, count]: [number, number]) => toAverage({ sum, count }),
  );

/**
 * The ratings of somebody as a seller or as a buyer.
 *
 * @param writtenBy the party of the authors.
 */
export async function findRating(
  db: Executor,
  subjectId: string,
  writtenBy: Party,
): Promise<Rating | null> {
  const sums = (column: AnyPgColumn) => ({
    sum: sql<number>`coalesce(sum(${column}), 0)::int`,
    count: sql<number>`count(${column})::int`,
  });
  const withStars = (stars: number) =>
    sql<number>`count(*) filter (where ${reviews.stars} = ${stars})::int`;
  const [row] = await db
    .select({
      all: sums(reviews.stars),
      asDescribed: sums(reviews.asDescribed),
      communication: sums(reviews.communication),
      handover: sums(reviews.handover),
      stars: {
        one: withStars(1),
        two: withStars(2),
        three: withStars(3),
        four: withStars(4),
        five: withStars(5),
      },
    })
    .from(reviews)
    .where(and(eq(reviews.subjectId, subjectId), eq(reviews.party, writtenBy), counts));
  const average = row && toAverage(row.all);
  if (!row || !average) return null;
  const { one, two, three, four, five } = row.stars;
  return {
    ...average,
    stars: [one, two, three, four, five],
    points: {
      asDescribed: toAverage(row.asDescribed),
      communication: toAverage(row.communication),
      handover: toAverage(row.handover),
    },
  };
}

const toAverage = ({ sum, count }: { sum: number; count: number }): RatingAverage | null =>
  count === 0 ? null : { average: bayesianAverage(sum, count), count };
