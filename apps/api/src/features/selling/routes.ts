import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { addProduct } from './add-product.ts';
import { advertiseProduct } from './advertise-product.ts';
import { deleteProduct } from './delete-product.ts';
import { editProduct } from './edit-product.ts';
import { listMyProducts } from './list-my-products.ts';
import { relistProduct } from './relist-product.ts';
import { setProductPaused } from './set-product-paused.ts';
import { stopAdvertisingProduct } from './stop-advertising-product.ts';

export function sellingRoutes(route: Route, deps: Deps): void {
  route(contract.listMyProducts, ({ actor, query }) => listMyProducts(deps, actor, query));
  route(
    contract.addProduct,
    async ({ actor, body }) => inserted(await addProduct(deps, actor, body)),
    { limit: { max: 60, seconds: 3600 } },
  );
  route(
    contract.editProduct,
    async ({ actor, params, body }) =>
      modified(await editProduct(deps, actor, { ...params, ...body })),
    { limit: { max: 120, seconds: 3600 } },
  );
  route(contract.stopAdvertisingProduct, async ({ actor, params }) =>
    modified(await stopAdvertisingProduct(deps, actor, params)),
  );
  route(contract.relistProduct, async ({ actor, params }) => {
    await relistProduct(deps, actor, params);
    return modified(1);
  });
  route(contract.pauseProduct, async ({ actor, params }) =>
    modified(await setProductPaused(deps, actor, { ...params, paused: true })),
  );
  route(contract.resumeProduct, async ({ actor, params }) =>
    modified(await setProductPaused(deps, actor, { ...params, paused: false })),
  );
  route(contract.deleteProduct, async ({ actor, params }) => {
    await deleteProduct(deps, actor, params);
    return deleted(1);
  });
  route(contract.advertiseProduct, async ({ actor, params }) =>
    modified(await advertiseProduct(deps, actor, params)),
  );
}
