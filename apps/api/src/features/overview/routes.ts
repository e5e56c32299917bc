import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { getFigures } from './get-figures.ts';
import { getOverview } from './get-overview.ts';

export function overviewRoutes(route: Route, deps: Deps): void {
  route(contract.getOverview, ({ actor }) => getOverview(deps, actor));
  // Reads all rows of the period.
  route(contract.getFigures, ({ actor, query }) => getFigures(deps, actor, query), {
    limit: { max: 60, seconds: 60 },
  });
}
