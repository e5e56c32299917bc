import { X } from 'lucide-react';
import { Link } from 'react-router';
import { activeFilters, clearFilters, type FilterNames, removeFilter } from './active-filters.ts';
import { type ProductSearch, searchHref } from './filters.ts';

/** The active filters as chips; a click removes one filter or all of them. */
export function FilterChips({
  search,
  names,
}: {
  search: ProductSearch;
  names: FilterNames | undefined;
}) {
  const active = activeFilters(search, names);
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters that are set" className="mb-8 flex flex-wrap items-center gap-2">
      {active.map(({ filter, label }) => (
        <li key={filter}>
          <Link
            to={searchHref(removeFilter(search, filter))}
            preventScrollReset
            aria-label={`Remove the filter: ${label}`}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-accent-wash pr-2.5 pl-3.5 font-semibold text-accent text-sm transition-colors hover:bg-accent hover:text-on-accent"
          >
            {label}
            <X className="size-4" aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={searchHref(clearFilters(search))}
          preventScrollReset
          className="inline-flex min-h-9 items-center rounded-full px-3 font-semibold text-ink-soft text-sm underline-offset-4 hover:text-ink hover:underline"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
