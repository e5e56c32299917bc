import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { changeSavedSearch } from './change-saved-search.ts';
import { deleteSavedSearch } from './delete-saved-search.ts';
import { listSavedSearches } from './list-saved-searches.ts';
import { saveSearch } from './save-search.ts';

export function savedSearchesRoutes(route: Route, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(contract.listSavedSearches, ({ actor }) => listSavedSearches(deps, actor));
  // Correcting typing errors reads all titles.
  const limit = { max: 60, seconds: 60 };
  route(
    contract.saveSearch,
    async ({ actor, body }) => inserted(await saveSearch(deps, actor, body)),
    { limit },
  );
  route(
    contract.changeSavedSearch,
    async ({ actor, params, body }) =>
      modified(await changeSavedSearch(deps, actor, { ...params, ...body })),
    { limit },
  );
  route(contract.deleteSavedSearch, async ({ actor, params }) =>
    deleted(await deleteSavedSearch(deps, actor, params)),
  );
}
