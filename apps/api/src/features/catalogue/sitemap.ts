import { and, asc, isNull, not, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** Addresses in one part: as many as the protocol allows (sitemaps.org). */
const partSize = 50_000;

/** Pages that everybody may see and that are always there. */
const pages = ['/', '/search', '/blogs'];

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Where a part begins: behind the phone at which the one before it ended. */
type Position = { readonly id: string; readonly postedAt: Date };

/**
 * The index of all parts. Phones are counted from the oldest, so that a new one changes the last part
 * only; the work between two parts is one walk along an index.
 */
export async function* sitemapIndex(
  db: Database,
  publicUrl: string,
  size = partSize,
): AsyncGenerator<string> {
  const part = (path: string) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>\n`;
  yield `${declaration}<sitemapindex ${namespace}>\n${part('/sitemap-pages.xml')}`;
  yield part('/sitemap-phones.xml');
  let place = await lastOfPart(db, undefined, size);
  while (place) {
    yield part(`/sitemap-phones.xml?after=${encodePosition(place)}`);
    place = await lastOfPart(db, place, size);
  }
  yield '</sitemapindex>\n';
}

export function pagesSitemap(publicUrl: string): string {
  const urls = pages.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`);
  return `${declaration}<urlset ${namespace}>\n${urls.join('')}</urlset>\n`;
}

/** Phones read at a time: no database connection waits for a slow reader. */
const batchSize = 1_000;

/**
 * The addresses of one part's phones, in batches.
 *
 * @param after where the part begins, from the index; without it the first
 * @throws Problem `request.invalid` where that is no place of ours
 */
export async function* productsSitemap(
  db: Database,
  publicUrl: string,
  after: string | undefined,
  size = partSize,
): AsyncGenerator<string> {
  let place = after === undefined ? undefined : decodePosition(after);
  yield `${declaration}<urlset ${namespace}>\n`;
  for (let left = size; left > 0; left -= batchSize) {
    const rows = await productsAfter(db, place).limit(Math.min(batchSize, left));
    yield rows
      .map(
        ({ id, postedAt }) =>
          `<url><loc>${escapeXml(`${publicUrl}/products/${id}`)}</loc><lastmod>${postedAt.toISOString()}</lastmod></url>\n`,
      )
      .join('');
    if (rows.length < batchSize) break;
    place = rows.at(-1);
  }
  yield '</urlset>\n';
}

const productsAfter = (db: Database, place: Position | undefined) =>
  db
    .select({ id: products.id, postedAt: products.postedAt })
    .from(products)
    .where(
      and(
        isNull(products.removedAt),
        not(products.isPaid),
        place &&
          sql`(${products.postedAt}, ${products.id}) > (${place.postedAt.toISOString()}::timestamptz, ${place.id}::uuid)`,
      ),
    )
    .orderBy(asc(products.postedAt), asc(products.id));

/** The last phone of a part, if there are more behind it. */
async function lastOfPart(
  db: Database,
  place: Position | undefined,
  size: number,
): Promise<Position | undefined> {
  const [last, next] = await productsAfter(db, place)
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
