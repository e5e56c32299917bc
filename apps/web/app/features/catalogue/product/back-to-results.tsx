import { ArrowRight } from 'lucide-react';
import { type MouseEvent, useMemo } from 'react';
import { Link, type Location, useLocation } from 'react-router';
import { isUnmodifiedClick } from '../../../ui/unmodified-click.ts';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { findResults } from './find-results.ts';

/**
 * Goes back to the list that the page was reached from, as Back does: with the phones loaded there and
 * the position. Nothing without such a list, or in a browser without the Navigation API.
 */
export function BackToResults() {
  const location = useLocation();
  const hydrated = useHydrated();
  const results = useMemo(
    () => (hydrated ? resultsBefore(location) : undefined),
    [hydrated, location],
  );
  if (!results) return null;
  const goBack = (event: MouseEvent) => {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    // Unlike a number of steps, the key leads to the same entry after a second click. The promise is
    // rejected if that click, or another navigation, comes first.
    navigation.traverseTo(results.key).committed?.catch(() => undefined);
  };
  return (
    <Link
      to={results.href}
      onClick={goBack}
      className="inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-sm px-1 font-semibold text-accent underline-offset-4 hover:underline print:hidden"
    >
      <ArrowRight className="size-4 shrink-0 rotate-180" aria-hidden="true" />
      {results.label}
    </Link>
  );
}

/** The list in the history of the tab, if its current entry is that of the location. */
function resultsBefore({ pathname, search, hash }: Location) {
  if (!('navigation' in window)) return undefined;
  const { currentEntry } = navigation;
  if (!currentEntry?.url?.endsWith(pathname + search + hash)) return undefined;
  const earlier = navigation.entries().slice(0, currentEntry.index);
  const results = findResults(earlier.map(({ url }) => url));
  const entry = results && earlier[results.index];
  return entry && { ...results, key: entry.key };
}
