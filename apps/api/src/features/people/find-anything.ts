import { findLimits, type Hit, type HitKind, hitKinds, type StaffRole } from '@redial/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { isRecordedWithin, recordAction } from '../audit/index.ts';
import { hashImei } from '../devices/index.ts';
import { type FindQuery, parseFindQuery } from './parse-query.ts';

/** Hours for which the audit log has one entry of a reader and a person. */
const searchHours = 1;

/** What staff find: moderators no orders and no money, support no payouts. */
const kindsOf: Record<StaffRole, readonly HitKind[]> = {
  moderator: ['person', 'listing', 'device'],
  support: ['person', 'listing', 'device', 'order', 'dispute', 'payment', 'refund'],
};

/**
 * Finds people, listings, orders and payments. Every way to find something reads an index. Finding a person
 * by the whole e-mail address or by the IMEI of a phone is recorded: it says who somebody is.
 *
 * @param input.q an id or the beginning of one, an id of the card provider, an e-mail address, an IMEI, or a
 *   part of a name.
 */
export async function findAnything(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  { q }: { q: string },
): Promise<{ hits: Hit[]; exact: boolean }> {
  if (q.trim().length < findLimits.minLength) return { hits: [], exact: false };
  const query = parseFindQuery(q);
  const imeiHash = query.imei && hashImei(settings, query.imei);
  const kinds = actor.staffRole ? kindsOf[actor.staffRole] : hitKinds;
  const hits: Hit[] = [];
  for (const kind of kinds) {
    const where = conditionOf(kind, query, imeiHash);
    if (!where) continue;
    const { rows } = await db.execute<Omit<Hit, 'kind'>>(
      sql`${sources[kind]} where ${where} limit ${findLimits.perKind}`,
    );
    hits.push(...rows.map((row) => ({ kind, ...row })));
  }
  const by = query.email ? 'e-mail' : query.imei ? 'IMEI' : undefined;
  if (by) await recordSearch(db, actor, by, hits);
  return { hits, exact: query.words === undefined && query.like === undefined };
}

/** What is selected of each kind. */
const sources: Record<HitKind, SQL> = {
  person: sql`select u.id as _id, u.id as "pageId", u.name as title,
      u.email || ', ' || coalesce(u.staff_role, u.role)
        || case when u.removed_at is not null then ', deleted' when u.suspended then ', suspended'
          else '' end as detail
    from users u`,
  listing: sql`select p.id as _id, p.id as "pageId", p.name as title,
      (select u.name from users u where u.id = p.seller_id)
        || case when p.removed_at is not null then ', removed' when p.is_paid then ', sold'
          when p.hidden_reasons <> '{}' then ', hidden' else '' end as detail
    from products p`,
  device: sql`select d.id as _id, d.id as "pageId", 'Device' as title,
      coalesce('reported as ' || d.reported_as, 'history of the device') as detail
    from devices d`,
  order: sql`select o.id as _id, o.id as "pageId", o.product_name as title,
      replace(o.state, '_', ' ') as detail from orders o`,
  dispute: sql`select d.id as _id, d.id as "pageId", o.product_name as title,
      replace(d.reason, '-', ' ') as detail
    from disputes d join orders o on o.id = d.order_id`,
  payment: sql`select p.id as _id, p.order_id as "pageId", coalesce(p.intent_id, p.provider) as title,
      replace(p.state, '_', ' ') as detail from payments p`,
  refund: sql`select r.id as _id, r.order_id as "pageId",
      coalesce(r.provider_refund_id, 'Refund') as title, r.state as detail from refunds r`,
  payout: sql`select p.id as _id, p.user_id as "pageId",
      coalesce(p.provider_payout_id, 'Payout') as title, p.state as detail from payouts p`,
  chargeback: sql`select c.id as _id, c.order_id as "pageId", c.id as title, c.state as detail
    from chargebacks c`,
};

/** The tables whose ids are UUIDs, by their alias. */
const aliases: Partial<Record<HitKind, string>> = {
  person: 'u',
  listing: 'p',
  device: 'd',
  order: 'o',
  dispute: 'd',
  payment: 'p',
  refund: 'r',
  payout: 'p',
};

/** The condition by which a kind is found, or none if it cannot be found by this. */
function conditionOf(
  kind: HitKind,
  { ids, email, providerId, like, words }: FindQuery,
  imeiHash: string | undefined,
): SQL | undefined {
  if (ids) {
    const alias = aliases[kind];
    if (alias === undefined) return undefined;
    return sql`${sql.raw(alias)}.id between ${ids[0]}::uuid and ${ids[1]}::uuid`;
  }
  if (email) return kind === 'person' ? sql`u.email_key = ${email}` : undefined;
  if (imeiHash) return conditionOfImei(kind, imeiHash);
  if (providerId) return conditionOfProviderId(kind, providerId);
  if (kind === 'person' && like) {
    return sql`lower(u.name) like ${like} or u.email_key like ${like}`;
  }
  if (kind === 'listing' && words) {
    return sql`p.listed and p.search @@ websearch_to_tsquery('simple', ${words})`;
  }
  return undefined;
}

function conditionOfImei(kind: HitKind, hash: string): SQL | undefined {
  const listings = sql`select i.product_id from listing_imeis i where i.imei_hash = ${hash}`;
  const devices = sql`select n.device_id from device_numbers n where n.imei_hash = ${hash}`;
  if (kind === 'listing') return sql`p.id in (${listings})`;
  if (kind === 'device') return sql`d.id in (${devices})`;
  if (kind === 'person') {
    return sql`u.id in (select p.seller_id from products p where p.id in (${listings})
      union select w.user_id from device_owners w where w.device_id in (${devices}))`;
  }
  return undefined;
}

function conditionOfProviderId(kind: HitKind, id: string): SQL | undefined {
  if (kind === 'payment') return sql`p.intent_id = ${id}`;
  if (kind === 'refund') return sql`r.provider_refund_id = ${id}`;
  if (kind === 'payout') return sql`p.provider_payout_id = ${id} or p.transfer_id = ${id}`;
  if (kind === 'chargeback') return sql`c.id = ${id}`;
  if (kind === 'person') {
    return sql`u.id in (select a.user_id from payout_accounts a where a.account_id = ${id})`;
  }
  return undefined;
}

/** Records by what the people were found, without the address or number itself. */
async function recordSearch(
  db: Deps['db'],
  actor: User,
  by: 'e-mail' | 'IMEI',
  hits: readonly Hit[],
): Promise<void> {
  const people = hits.filter(({ kind }) => kind === 'person');
  if (people.length === 0) return;
  await inTransaction(db, async (tx) => {
    for (const { _id: id } of people) {
      const target = { type: 'user', id } as const;
      const search = { action: 'person.searched', target } as const;
      if (await isRecordedWithin(tx, actor, search, searchHours)) continue;
      await recordAction(tx, actor, { ...search, changes: { by: [null, by] } });
    }
  });
}
