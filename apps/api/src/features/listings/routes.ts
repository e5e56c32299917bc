import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { changeListing, setDefects } from './change-listing.ts';
import { getListing } from './get-listing.ts';

export function listingsRoutes(route: Route, deps: Deps): void {
  const limit = { max: 600, seconds: 3600 };
  route(contract.getListing, ({ actor, params }) => getListing(deps, actor, params));
  route(
    contract.changeListing,
    ({ actor, params, body }) => changeListing(deps, actor, { ...body, ...params }),
    { limit },
  );
  route(
    contract.setDefects,
    ({ actor, params, body }) => setDefects(deps, actor, { ...body, ...params }),
    { limit },
  );
}
