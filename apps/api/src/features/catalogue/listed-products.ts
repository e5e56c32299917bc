import type { Product } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { prepareOnce } from '../../db/prepare-once.ts';
import { models, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Settings } from '../../settings.ts';
import { productColumns, toProduct } from './product-presenter.ts';
import { productScopes } from './scopes.ts';

/** A product as lists show it. */
export interface ListedProduct {
  readonly id: string;
  readonly sellerId: string;
  readonly placeId: number | null;
  readonly product: Product;
}

interface CachedProduct extends ListedProduct {
  readonly scopes: readonly string[];
  /** That the product has: it shows at least what had changed until then. */
  readonly revision: number;
}

export type ListedProductDeps = Pick<Deps, 'db' | 'revisions'> & {
  readonly settings: Pick<Settings, 'publicUrl'>;
};

type Revisions = NonNullable<Deps['revisions']>;

const rowsByIds = prepareOnce((db) =>
  db
    .select(productColumns)
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`),
);

/** Reads products in the order of their ids. */
export async function readListedProducts(
  deps: Omit<ListedProductDeps, 'revisions'>,
  ids: readonly string[],
): Promise<ListedProduct[]> {
  return inOrder(ids, await readRows(deps, ids));
}

/**
 * The same from memory, as far as nothing has changed that they show: the newest phones are in most lists,
 * and a list that nobody has asked for before is mostly of phones that somebody has seen.
 *
 * @param revision that what is read from the database has.
 */
export async function recallListedProducts(
  deps: ListedProductDeps,
  ids: readonly string[],
  revision: number | undefined,
): Promise<ListedProduct[]> {
  const { revisions } = deps;
  if (!revisions || revision === undefined) return readListedProducts(deps, ids);
  // What has changed until now counts, so that nothing is older than the request.
  if ((await revisions.read()) === undefined) return readListedProducts(deps, ids);
  const cache = cacheOf(revisions);
  const known = ids.flatMap((id) => {
    const cached = cache.get(id);
    return cached && !revisions.hasChanged(cached.scopes, cached.revision) ? [cached] : [];
  });
  if (known.length === ids.length) return known;
  const knownIds = new Set(known.map(({ id }) => id));
  const read = await readRows(
    deps,
    ids.filter((id) => !knownIds.has(id)),
  );
  for (const one of read) cache.set(one.id, { ...one, scopes: productScopes([one]), revision });
  return inOrder(ids, [...known, ...read]);
}

async function readRows(
  { db, settings }: Omit<ListedProductDeps, 'revisions'>,
  ids: readonly string[],
): Promise<ListedProduct[]> {
  if (ids.length === 0) return [];
  const rows = await rowsByIds(db).execute({ ids });
  return rows.map((row) => {
    const { id, sellerId, placeId } = row;
    return { id, sellerId, placeId, product: toProduct(row, settings) };
  });
}

/** Products that are missing were removed meanwhile. */
function inOrder(ids: readonly string[], found: readonly ListedProduct[]): ListedProduct[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const caches = new WeakMap<Revisions, LRUCache<string, CachedProduct>>();

function cacheOf(revisions: Revisions): LRUCache<string, CachedProduct> {
  const known = caches.get(revisions);
  if (known) return known;
  const cache = new LRUCache<string, CachedProduct>({ maxSize, sizeCalculation });
  caches.set(revisions, cache);
  return cache;
}

/** Characters: about three thousand products. */
const maxSize = 4_000_000;
const sizeCalculation = ({ product }: CachedProduct): number => 1000 + product.description.length;
