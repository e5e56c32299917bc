import { type ProductStatus, type ReportedProduct, toDollars } from '@redial/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { products, reports, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { absoluteImageUrl } from '../images/index.ts';

/**
 * SQL condition on two aliases of `products`: the seller took the first off the market and lists it
 * again as the second, by the same name or with the same image.
 */
export const isRelistedAs = (removed: SQL, current: SQL): SQL => sql`(
  ${removed}.removed_at is not null and ${removed}.seller_id = ${current}.seller_id
  and (${removed}.title_id = ${current}.title_id or ${removed}.image_url = ${current}.image_url))`;

/**
 * Lists the products with an open report, most recently reported first. Neither deleting a listing nor
 * listing the phone again ends its reports: the current listing is shown in place of the deleted one.
 */
export async function listReportedProducts({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<ReportedProduct[]> {
  const { rows } = await db.execute<{
    id: string;
    imageUrl: string;
    name: string;
    location: string;
    sellerName: string;
    sellerEmail: string;
    cents: number;
    status: ProductStatus;
    removed: boolean;
    earlierReports: number;
    askedCents: number | null;
    expectedCents: number | null;
  }>(sql`
    with shown as (
      select coalesce(current.id, reported.id) as id, max(r.created_at) as reported_at,
        array_agg(reported.id) as reported_ids, min(r.asked_cents) as asked_cents,
        min(r.expected_cents) as expected_cents
      from ${reports} r join ${products} reported on reported.id = r.product_id
      left join lateral (
        select c.id from ${products} c
        where c.removed_at is null and not c.is_paid and ${isRelistedAs(sql`reported`, sql`c`)}
        order by c.posted_at desc limit 1
      ) current on true
      where r.state = 'open' group by 1
    )
    select p.id, p.image_url as "imageUrl", p.name, p.location, u.name as "sellerName",
      u.email as "sellerEmail", p.resale_price_cents::float8 as cents, p.status,
      p.removed_at is not null as removed,
      (select count(*)::int from ${reports} e join ${products} d on d.id = e.product_id
        where d.seller_id = p.seller_id and d.removed_at is not null
          and d.id <> all (shown.reported_ids)) as "earlierReports",
      shown.asked_cents as "askedCents", shown.expected_cents as "expectedCents"
    from shown join ${products} p on p.id = shown.id join ${users} u on u.id = p.seller_id
    where u.removed_at is null
    order by shown.reported_at desc, p.id desc`);
  return rows.map(({ id, imageUrl, cents, askedCents, expectedCents, ...row }) => ({
    _id: id,
    ...row,
    img: absoluteImageUrl(imageUrl, settings),
    resalePrice: toDollars(cents),
    ...(askedCents === null || expectedCents === null
      ? {}
      : { suspiciousPrice: { asked: toDollars(askedCents), expected: toDollars(expectedCents) } }),
  }));
}

/** Finds a product and the deleted listings of the same phone, whose reports it has. */
export async function findReportedIds(db: Executor, productId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from ${products} p join ${products} c on c.id = ${productId}
    where p.id = c.id or ${isRelistedAs(sql`p`, sql`c`)}`);
  return rows.map(({ id }) => id);
}
