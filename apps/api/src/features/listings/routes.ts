import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { dependOn } from '../../platform/response-cache/depend-on.ts';
import type { Route } from '../../platform/route.ts';
import { inserted } from '../../platform/write-results.ts';
import { changeListing, setDefects } from './change-listing.ts';
import { getListing } from './get-listing.ts';
import { getResaleDraft, resellOrder } from './resell-order.ts';

export function listingsRoutes(route: Route, deps: Deps): void {
  const limit = { max: 600, seconds: 3600 };
  route(contract.getListing, ({ actor, params, reply }) => {
    dependOn(reply, [`product:${params.id}`]);
    return getListing(deps, actor, params);
  });
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
  route(contract.getResaleDraft, ({ actor, params }) => getResaleDraft(deps, actor, params));
  route(
    contract.resellOrder,
    async ({ actor, params, body }) =>
      inserted(await resellOrder(deps, actor, { ...body, ...params })),
    { limit: { max: 30, seconds: 3600 } },
  );
}
