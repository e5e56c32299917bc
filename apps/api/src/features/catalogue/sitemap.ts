import { profilePath } from '@redial/contract';
import { publicPages } from '@redial/contract/pages';
import { and, asc, gt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { models, products, users } from '../../db/schema/index.ts';
import { activeWithRole } from '../../platform/users.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { isListed } from './product-filters.ts';

/** URLs in one part: the protocol's maximum (sitemaps.org). */
const partSize = 50_000;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Keyset position: a part begins after the last product of the previous one. */
type Position = { readonly id: string; readonly postedAt: Date };

/**
 * The index of all parts. Parts are ordered from the oldest product, so that a new product only changes
 * the last part; each boundary costs one index scan.
 */
export async function* sitemapIndex(
  db: Database,
  publicUrl: string,
  size = partSize,
): AsyncGenerator<string> {
  const part = (path: string) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>\n`;
  yield `${declaration}<sitemapindex ${namespace}>\n${part('/sitemap-pages.xml')}`;
  yield part('/sitemap-sellers.xml');
  let seller = await lastSellerOfPart(db, undefined, size);
  while (seller) {
    yield part(`/sitemap-sellers.xml?after=${seller}`);
    seller = await lastSellerOfPart(db, seller, size);
  }
  yield part('/sitemap-phones.xml');
  let position = await lastOfPart(db, undefined, size);
  while (position) {
    yield part(`/sitemap-phones.xml?after=${encodePosition(position)}`);
    position = await lastOfPart(db, position, size);
  }
  yield '</sitemapindex>\n';
}

/** The public pages with a fixed path, and one of each model. */
export async function pagesSitemap(db: Database, publicUrl: string): Promise<string> {
  const rows = await db.select({ slug: models.slug }).from(models).orderBy(asc(models.slug));
  const paths = [...Object.keys(publicPages), ...rows.map(({ slug }) => `/models/${slug}`)];
  const urls = paths.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`);
  return `${declaration}<urlset ${namespace}>\n${urls.join('')}</urlset>\n`;
}

/** Products read at a time: a slow client holds no database connection. */
const batchSize = 1_000;

/**
 * The product URLs of one part, in batches.
 *
 * @param after the part's position from the index; undefined for the first part
 * @throws Problem `request.invalid` where the position is malformed
 */
export async function* productsSitemap(
  db: Database,
  publicUrl: string,
  after: string | undefined,
  size = partSize,
): AsyncGenerator<string> {
  let position = after === undefined ? undefined : decodePosition(after);
  yield `${declaration}<urlset ${namespace}>\n`;
  for (let remaining = size; remaining > 0; remaining -= batchSize) {
    const rows = await productsAfter(db, position).limit(Math.min(batchSize, remaining));
    yield rows
      .map(
        ({ id, postedAt }) =>
          `<url><loc>${escapeXml(`${publicUrl}/products/${id}`)}</loc><lastmod>${postedAt.toISOString()}</lastmod></url>\n`,
      )
      .join('');
    if (rows.length < batchSize) break;
    position = rows.at(-1);
  }
  yield '</urlset>\n';
}

/**
 * The profiles of one part, in batches: those of sellers with a phone on offer.
 *
 * @param after the id after which the part begins, from the index; undefined for the first part
 */
export async function* sellersSitemap(
  db: Database,
  publicUrl: string,
  after: string | undefined,
  size = partSize,
): AsyncGenerator<string> {
  let position = after;
  yield `${declaration}<urlset ${namespace}>\n`;
  for (let remaining = size; remaining > 0; remaining -= batchSize) {
    const rows = await sellersAfter(db, position).limit(Math.min(batchSize, remaining));
    yield rows
      .map(({ id }) => `<url><loc>${escapeXml(publicUrl + profilePath(id))}</loc></url>\n`)
      .join('');
    if (rows.length < batchSize) break;
    position = rows.at(-1)?.id;
  }
  yield '</urlset>\n';
}

const sellersAfter = (db: Database, after: string | undefined) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        activeWithRole('seller'),
        after === undefined ? undefined : gt(users.id, after),
        sql`exists (select from ${products} where ${products.sellerId} = ${users.id} and ${isListed})`,
      ),
    )
    .orderBy(asc(users.id));

/** The last seller of a part; undefined if it is the last part. */
async function lastSellerOfPart(
  db: Database,
  after: string | undefined,
  size: number,
): Promise<string | undefined> {
  const [last, next] = await sellersAfter(db, after)
    .offset(size - 1)
    .limit(2);
  return next && last?.id;
}

const productsAfter = (db: Database, position: Position | undefined) =>
  db
    .select({ id: products.id, postedAt: products.postedAt })
    .from(products)
    .where(
      and(
        isListed,
        position &&
          sql`(${products.postedAt}, ${products.id}) > (${position.postedAt.toISOString()}::timestamptz, ${position.id}::uuid)`,
      ),
    )
    .orderBy(asc(products.postedAt), asc(products.id));

/** The last product of a part; undefined if it is the last part. */
async function lastOfPart(
  db: Database,
  position: Position | undefined,
  size: number,
): Promise<Position | undefined> {
  const [last, next] = await productsAfter(db, position)
    .offset(size - 1)
    .limit(2);
  return next && last;
}

const encodePosition = ({ id, postedAt }: Position): string =>
  encodeCursor({ sort: 'newest', value: postedAt.toISOString(), id });

function decodePosition(text: string): Position {
  const { id, value } = decodeCursor(text, 'newest');
  return { id, postedAt: new Date(value) };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one] ?? one);
