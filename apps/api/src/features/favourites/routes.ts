import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, modified } from '../../platform/write-results.ts';
import { addAvailabilityAlert } from './add-availability-alert.ts';
import { addFavourite } from './add-favourite.ts';
import { listAvailabilityAlerts, removeAvailabilityAlert } from './availability-alerts.ts';
import { listFavourites } from './list-favourites.ts';
import { removeFavourite } from './remove-favourite.ts';

export function favouritesRoutes(route: Route, deps: Pick<Deps, 'db' | 'settings'>): void {
  route(contract.listFavourites, ({ actor, query }) => listFavourites(deps, actor, query));
  // A browser sends its visitor's favourites one by one after signing in.
  const limit = { max: 120, seconds: 60 };
  route(
    contract.addFavourite,
    async ({ actor, params }) => modified(await addFavourite(deps, actor, params)),
    { limit },
  );
  route(
    contract.removeFavourite,
    async ({ actor, params }) => deleted(await removeFavourite(deps, actor, params)),
    { limit },
  );
  route(contract.listAvailabilityAlerts, ({ actor }) => listAvailabilityAlerts(deps, actor));
  route(
    contract.addAvailabilityAlert,
    async ({ actor, params }) => modified(await addAvailabilityAlert(deps, actor, params)),
    { limit },
  );
  route(
    contract.removeAvailabilityAlert,
    async ({ actor, params }) => deleted(await removeAvailabilityAlert(deps, actor, params)),
    { limit },
  );
}
