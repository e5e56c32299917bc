import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { emailOfQuery } from '../accounts/index.ts';
import { addPhoto } from './add-photo.ts';
import { addProduct } from './add-product.ts';
import { advertiseProduct } from './advertise-product.ts';
import { deleteProduct } from './delete-product.ts';
import { editProduct } from './edit-product.ts';
import { listMyProducts } from './list-my-products.ts';
import { orderPhotos } from './order-photos.ts';
import { getPricePlan, removePricePlan, setPricePlan } from './price-plan.ts';
import { relistProduct } from './relist-product.ts';
import { removePhoto } from './remove-photo.ts';
import { setPrice } from './set-price.ts';
import { setProductPaused } from './set-product-paused.ts';
import { stopAdvertisingProduct } from './stop-advertising-product.ts';

export function sellingRoutes(route: Route, deps: Deps): void {
  route(contract.listMyProducts, ({ actor, query }) =>
    listMyProducts(deps, actor, { email: emailOfQuery(query.email) }),
  );
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
  const limit = { max: 600, seconds: 3600 };
  route(
    contract.addListingPhoto,
    async ({ actor, params, body }) =>
      inserted(await addPhoto(deps, actor, { ...params, ...body })),
    { limit },
  );
  route(
    contract.removeListingPhoto,
    async ({ actor, params, query }) =>
      deleted(await removePhoto(deps, actor, { ...params, ...query })),
    { limit },
  );
  route(
    contract.setPhotoOrder,
    async ({ actor, params, body }) =>
      modified(await orderPhotos(deps, actor, { ...params, ...body })),
    { limit },
  );
  route(
    contract.setPrice,
    async ({ actor, params, body }) =>
      modified(await setPrice(deps, actor, { ...params, ...body })),
    { limit: { max: 120, seconds: 3600 } },
  );
  route(contract.getPricePlan, async ({ actor, params }) => ({
    plan: await getPricePlan(deps, actor, params),
  }));
  route(
    contract.setPricePlan,
    async ({ actor, params, body }) =>
      modified(await setPricePlan(deps, actor, { ...params, ...body })),
    { limit: { max: 120, seconds: 3600 } },
  );
  route(contract.removePricePlan, async ({ actor, params }) =>
    deleted(await removePricePlan(deps, actor, params)),
  );
  route(contract.advertiseProduct, async ({ actor, params }) =>
    modified(await advertiseProduct(deps, actor, params)),
  );
}
