import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { matchLocation, suggestPlaces } from './find-places.ts';

export function placesRoutes(route: Route, deps: Pick<Deps, 'db'>): void {
  route(contract.suggestPlaces, ({ actor, query }) => suggestPlaces(deps, actor, query));
  route(contract.matchLocation, ({ actor, query }) => matchLocation(deps, actor, query));
}
