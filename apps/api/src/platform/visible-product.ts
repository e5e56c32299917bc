import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { prepareOnce } from '../db/prepare-once.ts';
import { products } from '../db/schema/index.ts';
import { readOncePerPage } from './page-memo.ts';
import { Problem } from './problem.ts';
import type { User } from './users.ts';

const { search, ...columns } = getTableColumns(products);

/** The columns of a product without its search vector, which is as long as all of its texts. */
export const storedColumns = columns;
export type StoredProduct = Omit<typeof products.$inferSelect, 'search'>;

const productById = prepareOnce((db) =>
  db
    .select(storedColumns)
    .from(products)
    .where(eq(products.id, sql.placeholder('id'))),
);

/**
 * Reads a product, once for all that a page shows of it.
 *
 * @returns also one that was removed; undefined if there is none.
 */
export const findProduct = (db: Database, id: string): Promise<StoredProduct | undefined> =>
  readOncePerPage(`product ${id}`, async () => {
    const [row] = await productById(db).execute({ id });
    return row;
  });

/** Whether somebody may see a product: a hidden one is shown to its seller and admins, a removed one to nobody. */
export const isVisibleProduct = (
  {
    removedAt,
    hiddenReasons,
    sellerId,
  }: Pick<StoredProduct, 'removedAt' | 'hiddenReasons' | 'sellerId'>,
  actor: Pick<User, 'id' | 'role'> | undefined,
): boolean =>
  removedAt === null &&
  (hiddenReasons.length === 0 || actor?.role === 'admin' || actor?.id === sellerId);

/** @throws Problem `product.not-found` */
export async function requireVisibleProduct(
  db: Database,
  actor: User | undefined,
  id: string,
): Promise<StoredProduct> {
  const product = await findProduct(db, id);
  if (!product || !isVisibleProduct(product, actor)) throw new Problem('product.not-found');
  return product;
}
