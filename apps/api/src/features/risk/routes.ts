import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { getListingReview } from './get-listing-review.ts';
import { listRiskyListings } from './list-risky-listings.ts';

export function riskRoutes(route: Route, deps: Deps): void {
  route(contract.listRiskyListings, () => listRiskyListings(deps));
  route(contract.getListingReview, ({ actor, params }) => getListingReview(deps, actor, params));
}
