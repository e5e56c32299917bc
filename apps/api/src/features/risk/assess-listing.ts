import { maxRiskScore, riskRules, riskWeights } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  type AssessedPart,
  listingPhotos,
  orders,
  photoMatches,
  products,
  riskAssessments,
  users,
  type WrittenTexts,
} from '../../db/schema/index.ts';
import { findContacts } from '../../platform/contact-filter/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { findListingWarnings } from '../devices/index.ts';
import { checkListing, type ListingCatch } from '../word-lists/index.ts';
import { findRemovedSellerMarks } from './removed-seller-marks.ts';

export type Assessment = typeof riskAssessments.$inferSelect;

/** What the score of a listing is computed from. */
interface Facts extends Record<string, unknown> {
  readonly sellerId: string;
  readonly written: WrittenTexts | null;
  readonly askedCents: number;
  /** Null if the price is not suspiciously low. */
  readonly expectedCents: number | null;
  readonly sellerDays: number;
  readonly sales: number;
  readonly refunds: number;
  readonly endedSales: number;
  readonly copiedPhotos: number;
  /** In how many bits of 256 the closest one differs. */
  readonly photoDistance: number | null;
}

/**
 * Computes the risk score of a listing from its present state and stores it. The caller has locked the
 * product, so that of two at once the later one sees what the other has changed.
 *
 * @returns undefined if the listing is not on offer: removed or paid.
 */
export async function assessListing(
  tx: Transaction,
  productId: string,
): Promise<Assessment | undefined> {
  const facts = await findFacts(tx, productId);
  if (!facts) return undefined;
  const warnings = await findListingWarnings(tx, productId);
  const shared = await findRemovedSellerMarks(tx, facts.sellerId);
  const words = await checkListing(tx, productId);
  const parts = [...toParts(facts, warnings, shared), ...toWordPart(words)];
  const score = Math.min(
    maxRiskScore,
    parts.reduce((sum, { weight }) => sum + weight, 0),
  );
  const [assessment] = await tx
    .insert(riskAssessments)
    .values({ productId, score, parts })
    .onConflictDoUpdate({
      target: riskAssessments.productId,
      set: { score, parts, assessedAt: sql`now()` },
    })
    .returning();
  return assessment;
}

async function findFacts(tx: Transaction, productId: string): Promise<Facts | undefined> {
  const { rows } = await tx.execute<Facts & Record<string, unknown>>(sql`
    select p.seller_id as "sellerId", p.written, p.resale_price_cents::float8 as "askedCents",
      case when p.price_label = 'suspicious' then m.expected_cents::float8 end as "expectedCents",
      extract(epoch from now() - u.created_at)::float8 / 86400 as "sellerDays",
      ended.sales, ended.refunds, ended.recent as "endedSales",
      seen.photos as "copiedPhotos", seen.distance as "photoDistance"
    from ${products} p
    join ${users} u on u.id = p.seller_id
    left join lateral product_market(
      p.id, p.model_id, p.storage_gb, p.condition, p.resale_price_cents) m on true
    cross join lateral (
      select count(*) filter (where o.state = 'completed')::int as sales,
        count(*) filter (where o.state = 'refunded' and is_recent)::int as refunds,
        count(*) filter (where is_recent)::int as recent
      from (select state, changed_at > now() - make_interval(days => ${riskRules.refundDays}) as is_recent
        from ${orders} where seller_id = p.seller_id and state in ('completed', 'refunded')) o
    ) ended
    cross join lateral (
      select count(distinct c.image_url)::int as photos, min(c.distance)::int as distance
      from ${photoMatches} c
      where c.image_url = p.image_url or c.image_url in (
        select l.image_url from ${listingPhotos} l
        where l.product_id = p.id and l.removed_at is null)
    ) seen
    where p.id = ${productId} and p.removed_at is null and not p.is_paid`);
  return rows[0];
}

const dollars = (cents: number) => `$${Math.round(cents / 100).toLocaleString('en-US')}`;

function toParts(
  facts: Facts,
  warnings: readonly string[],
  shared: readonly string[],
): AssessedPart[] {
  const parts: AssessedPart[] = [];
  const add = (code: AssessedPart['code'], detail: string) =>
    parts.push({ code, weight: riskWeights[code], detail });
  const { askedCents, expectedCents, sellerDays, sales, refunds, endedSales } = facts;
  if (expectedCents !== null) {
    const share = Math.round((100 * askedCents) / expectedCents);
    add('price-low', `Asks ${dollars(askedCents)}, worth ${dollars(expectedCents)} (${share}%).`);
  }
  if (sellerDays < riskRules.newSellerDays && sales === 0) {
    const days = Math.floor(sellerDays);
    add('new-seller', `Signed up ${days} ${days === 1 ? 'day' : 'days'} ago, no completed sale.`);
  }
  if (facts.copiedPhotos > 0) {
    const photos =
      facts.copiedPhotos === 1 ? 'One photo is a copy' : `${facts.copiedPhotos} photos are copies`;
    const likeness = Math.round(100 * (1 - (facts.photoDistance ?? 0) / 256));
    add('photo-seen', `${photos} of what another seller uploaded before (${likeness}% alike).`);
  }
  const kinds = new Set(
    Object.values(facts.written ?? {}).flatMap((text) =>
      findContacts(text).map(({ kind }) => kind),
    ),
  );
  if (kinds.size > 0) add('contact-data', `Hidden from buyers: ${[...kinds].join(', ')}.`);
  if (warnings.length > 0) add('imei', warnings.join(' '));
  if (refunds >= riskRules.minRefunds && refunds >= endedSales * riskRules.minRefundShare) {
    add(
      'refunds',
      `${refunds} of ${endedSales} sales in ${riskRules.refundDays} days were refunded.`,
    );
  }
  if (shared.length > 0) {
    const names = shared.map((kind) => (kind === 'device' ? 'device' : 'bank account'));
    add('removed-seller', `Same ${names.join(' and ')} as a seller who was removed.`);
  }
  return parts;
}

/** The part of the listed words: the sum of their weights. */
function toWordPart(words: readonly ListingCatch[]): AssessedPart[] {
  if (words.length === 0) return [];
  const sum = words.reduce((total, { word }) => total + word.weight, 0);
  const places = words.map(({ word, found, field }) => {
    const written = found.toLowerCase() === word.phrase.toLowerCase() ? '' : ` as “${found}”`;
    return `“${word.phrase}”${written} in the ${field} (+${word.weight})`;
  });
  return [
    {
      code: 'word-list',
      weight: Math.min(maxRiskScore, sum),
      detail: `${places.join(', ')}.`,
      ...(words.some(({ word }) => word.holds) ? { holds: true } : {}),
    },
  ];
}
