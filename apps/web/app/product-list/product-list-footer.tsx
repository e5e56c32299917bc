import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { InfiniteProducts } from '../features/catalogue/use-infinite-products.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { countText } from '../ui/count.ts';
import { isUnmodifiedClick } from '../ui/unmodified-click.ts';

/** Number of pages loaded on scroll; after that a button, so that the footer stays reachable. */
const autoLoadedPages = 3;

/** Distance below the viewport at which the next page is requested. */
const preloadMargin = '800px';

/** The end of a list: number of products shown, and controls to load more. */
export function ProductListFooter({
  list,
  total,
  hrefOf,
  firstPageHref,
  loadsOnScroll,
  onMore,
}: {
  list: InfiniteProducts;
  total: number;
  hrefOf: (cursor: string) => string;
  firstPageHref: string | undefined;
  loadsOnScroll: boolean;
  onMore: (pressed: boolean) => void;
}) {
  if (!list.next && !firstPageHref && list.extraPages === 0) return null;
  const waits = loadsOnScroll && list.extraPages < autoLoadedPages && !list.error;
  return (
    <div className="mt-14 grid justify-items-center gap-4">
      <p role="status" className="figures text-ink-faint text-sm">
        {firstPageHref
          ? `${countText(list.items.length)} phones further on`
          : `${countText(list.items.length)} of ${countText(total)} phones`}
      </p>
      {list.error && (
        <p role="alert" className="text-bad text-sm">
          {list.error}
        </p>
      )}
      {list.next && (
        <LoadMore
          key={waits ? list.next : 'press'}
          href={hrefOf(list.next)}
          loading={list.loading}
          label={list.error ? 'Try again' : 'Show more phones'}
          loadsOnScroll={waits}
          onMore={onMore}
        />
      )}
      {firstPageHref && (
        <Link to={firstPageHref} className={buttonClass('quiet', 'small')}>
          Back to the first phones
        </Link>
      )}
    </div>
  );
}

/** A link to the next page; with JavaScript it loads more products into this one. */
function LoadMore({
  href,
  loading,
  label,
  loadsOnScroll,
  onMore,
}: {
  href: string;
  loading: boolean;
  label: string;
  /** Whether it loads automatically when it approaches the viewport. */
  loadsOnScroll: boolean;
  onMore: (pressed: boolean) => void;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const reached = useRef(onMore);
  useEffect(() => {
    reached.current = onMore;
  });
  useEffect(() => {
    if (!loadsOnScroll || !link.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && reached.current(false),
      { rootMargin: `0px 0px ${preloadMargin}` },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [loadsOnScroll]);
  return loading ? (
    <Button variant="outline" pending pendingLabel="Loading more phones">
      {label}
    </Button>
  ) : (
    <a
      ref={link}
      href={href}
      onClick={(event) => {
        if (!isUnmodifiedClick(event)) return;
        event.preventDefault();
        onMore(true);
      }}
      className={buttonClass('outline')}
    >
      {label}
    </a>
  );
}
