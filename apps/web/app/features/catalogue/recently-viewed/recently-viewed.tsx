import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import {
  parseViewedText,
  readViewedText,
  subscribeToViewedPhones,
} from '../../../session/viewed-phones.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { visitKey } from '../../../ui/use-history-dialog.ts';

const ViewedPhones = lazyPart(async () => (await import('./viewed-phones.tsx')).ViewedPhones);

/** Distance below the viewport at which the phones are requested. */
const preloadMargin = '400px';

/** History entries in which the phones were shown: Back shows them at once, so that nothing moves. */
const shownVisits = new Set<string>();

/** Maximum number of such history entries. */
const maxShownVisits = 30;

/**
 * The phones that were looked at lately in this browser, once the user scrolls near them. Nothing
 * without any, on the server, and during hydration.
 */
export function RecentlyViewed() {
  const visit = visitKey(useLocation());
  const ids = parseViewedText(
    useSyncExternalStore(subscribeToViewedPhones, readViewedText, () => ''),
  );
  const marker = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(shownVisits.has(visit));
  const waits = !isNear && ids.length > 0;

  useEffect(() => {
    if (!waits || !marker.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        // From above only: otherwise they would push away what the user is looking at.
        if (last?.isIntersecting && last.boundingClientRect.top > innerHeight / 2) setNear(true);
      },
      { rootMargin: `0px 0px ${preloadMargin}` },
    );
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, [waits]);
  useEffect(() => {
    if (isNear) rememberVisit(visit);
  }, [isNear, visit]);

  if (waits) return <div ref={marker} />;
  return (
    isNear && (
      <Suspense>
        <ViewedPhones ids={ids} />
      </Suspense>
    )
  );
}

function rememberVisit(visit: string): void {
  shownVisits.delete(visit);
  shownVisits.add(visit);
  const oldest = shownVisits.keys().next().value;
  if (shownVisits.size > maxShownVisits && oldest !== undefined) shownVisits.delete(oldest);
}
