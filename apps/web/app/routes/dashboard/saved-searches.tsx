import { listSavedSearches, type SavedSearch, savedSearchHref } from '@redial/contract';
import { Bell } from 'lucide-react';
import type { FilterNames } from '../../features/catalogue/search/active-filters.ts';
import { describeSearch } from '../../features/catalogue/search/describe-search.ts';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { SavedSearchCard } from '../../features/saved-searches/saved-search-card.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/saved-searches.ts';

const title = 'Saved Searches';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = async () => ({
  result: await call(listSavedSearches, {}),
  now: Date.now(),
});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <div className="grid gap-4">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
      </div>
    </DashboardSkeleton>
  ),
};

export default function SavedSearches({ loaderData: { result, now } }: Route.ComponentProps) {
  return (
    <ListPage
      title={title}
      description="We tell you when a phone is listed that matches one of them."
      result={result}
      empty={
        <EmptyState
          icon={<Bell />}
          title="No saved searches yet"
          action={<ButtonLink to="/search">Search phones</ButtonLink>}
        >
          Search for a phone, set the filters you like, and save the search: we look for you from
          then on.
        </EmptyState>
      }
    >
      {(savedSearches) => (
        <ul className="grid gap-4">
          {savedSearches.map((savedSearch) => (
            <li key={savedSearch._id}>
              <SavedSearchCard
                savedSearch={savedSearch}
                filters={describeSearch(savedSearch.search, namesOf(savedSearch))}
                resultsHref={savedSearchHref(savedSearch.search)}
                now={now}
              />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

/** The names of the place and the country that a saved search refers to. */
const namesOf = ({ place, countryName, search: { country } }: SavedSearch): FilterNames => ({
  place,
  countries: country && countryName ? [{ code: country, name: countryName }] : [],
});
