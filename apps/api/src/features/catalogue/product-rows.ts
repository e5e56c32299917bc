import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import { models, products, users } from '../../db/schema/index.ts';
import { type ProductRow, productColumns } from './product-presenter.ts';

const rowsByIds = prepareOnce((db) =>
  db
    .select(productColumns)
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`),
);

/** Reads products in the order of their ids. */
export async function readProductRows(db: Executor, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const rows = await rowsByIds(db).execute({ ids });
  const position = new Map(ids.map((id, n) => [id, n]));
  return rows.sort((a, b) => Number(position.get(a.id)) - Number(position.get(b.id)));
}
