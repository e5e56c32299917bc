import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, modified } from '../../platform/write-results.ts';
import { getListingImei } from './get-listing-imei.ts';
import { removeListingImei } from './remove-listing-imei.ts';
import { setListingImei } from './set-listing-imei.ts';

export function devicesRoutes(route: Route, deps: Deps): void {
  route(contract.getListingImei, async ({ actor, params }) => ({
    imeis: await getListingImei(deps, actor, params),
  }));
  route(
    contract.setListingImei,
    async ({ actor, params, body }) =>
      modified(await setListingImei(deps, actor, { ...params, ...body })),
    // The refusal says whether a number is on offer, so it must not be possible to try many.
    { limit: { max: 20, seconds: 3600 } },
  );
  route(contract.removeListingImei, async ({ actor, params }) =>
    deleted(await removeListingImei(deps, actor, params)),
  );
}
