import {
  type PersonSection,
  type PersonSectionName,
  personEntriesListed,
  toDollars,
} from '@redial/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/** Selects the rows of a section: `id`, `title`, `state`, `at`, `cents` and `risk`. Each reads an index of the person. */
const sources: Record<PersonSectionName, (id: string) => SQL> = {
  listings: (id) => sql`
    select p.id, p.name as title,
      case when p.removed_at is not null then 'removed' when p.is_paid then 'sold'
        when p.hidden_reasons <> '{}' then 'hidden' else 'listed' end as state,
      p.posted_at as at, p.resale_price_cents as cents, a.score as risk
    from products p left join risk_assessments a on a.product_id = p.id where p.seller_id = ${id}`,
  purchases: (id) => orderRows(sql`o.buyer_id = ${id}`),
  sales: (id) => orderRows(sql`o.seller_id = ${id}`),
  disputes: (id) => sql`
    select d.id, o.product_name as title,
      case when o.state in ('disputed', 'returning') then o.state else 'closed' end as state,
      d.opened_at as at, o.price_cents as cents, null::int as risk
    from orders o join disputes d on d.order_id = o.id
    where o.buyer_id = ${id} or o.seller_id = ${id}`,
  payouts: (id) => sql`
    select p.id, coalesce(p.failure_code, p.provider_payout_id, p.provider) as title, p.state,
      p.requested_at as at, p.amount_cents as cents, null::int as risk
    from payouts p where p.user_id = ${id}`,
  'reviews-received': (id) => reviewRows(sql`r.subject_id = ${id}`),
  'reviews-written': (id) => reviewRows(sql`r.author_id = ${id}`),
  'reports-about': (id) => sql`
    select r.id, r.reason as title, r.state, r.created_at as at, null::bigint as cents,
      null::int as risk
    from reports r where r.user_id = ${id}
      or r.product_id in (select p.id from products p where p.seller_id = ${id})
      or r.review_id in (select v.id from reviews v where v.author_id = ${id})`,
  'reports-by': (id) => sql`
    select r.id, r.reason as title, r.state, r.created_at as at, null::bigint as cents,
      null::int as risk
    from reports r where r.reporter = ${`user:${id}`}`,
  decisions: (id) => sql`
    select d.id, d.kind || ': ' || d.title as title, d.state, d.decided_at as at,
      null::bigint as cents, null::int as risk
    from moderation_decisions d where d.person_id = ${id}`,
};

const orderRows = (where: SQL): SQL => sql`
  select o.id, o.product_name as title, o.state, o.placed_at as at, o.price_cents as cents,
    null::int as risk
  from orders o where ${where}`;

const reviewRows = (where: SQL): SQL => sql`
  select r.id, left(r.text, 200) as title, r.stars::text as state, r.created_at as at,
    null::bigint as cents, null::int as risk
  from reviews r where r.published_at is not null and r.removed_at is null and ${where}`;

/** Reads the newest entries of each section, and how many there are. */
export async function readSections(
  db: Executor,
  id: string,
  names: readonly PersonSectionName[],
): Promise<PersonSection[]> {
  const sections: PersonSection[] = [];
  for (const name of names) {
    const { rows } = await db.execute<{
      id: string;
      title: string;
      state: string;
      at: string;
      cents: string | null;
      risk: number | null;
      total: number;
    }>(sql`
      select id, title, state, at, cents, risk, count(*) over ()::int as total
      from (${sources[name](id)}) found order by at desc, id desc limit ${personEntriesListed}`);
    sections.push({
      name,
      total: rows[0]?.total ?? 0,
      entries: rows.map(({ id: _id, title, state, at, cents, risk }) => ({
        _id,
        title,
        state,
        at: new Date(at).toISOString(),
        amount: cents === null ? null : toDollars(Number(cents)),
        risk,
      })),
    });
  }
  return sections;
}
