import * as contract from '@redial/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { requireSelfOrAdmin } from '../accounts/index.ts';
import { productColumns, toProduct } from '../catalogue/index.ts';
import { addProduct } from './add-product.ts';
import { advertiseProduct } from './advertise-product.ts';
import { deleteProduct } from './delete-product.ts';

export function sellingRoutes(route: Route, deps: Deps): void {
  route(contract.listMyProducts, async ({ actor, query }) => {
    requireSelfOrAdmin(actor, query.email);
    const rows = await listProductsOfSeller(deps, query.email);
    return rows.map((row) => toProduct(row, actor, deps.settings));
  });
  route(
    contract.addProduct,
    async ({ actor, body }) => inserted(await addProduct(deps, actor, body)),
    { limit: { max: 60, seconds: 3600 } },
  );
  route(contract.deleteProduct, async ({ actor, params }) => {
    await deleteProduct(deps, actor, params.id);
    return deleted(1);
  });
  route(contract.advertiseProduct, async ({ actor, params }) =>
    modified(await advertiseProduct(deps, actor, params.id)),
  );
}

/** Lists a seller's products, newest first: paid ones included, soft-deleted ones not. */
function listProductsOfSeller({ db }: Pick<Deps, 'db'>, email: string) {
  return db
    .select(productColumns)
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(
      and(eq(users.emailKey, contract.normalizeEmail(email) ?? ''), isNull(products.removedAt)),
    )
    .orderBy(desc(products.postedAt), desc(products.id));
}
