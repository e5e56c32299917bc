import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { ProductList } from '../features/catalogue/use-more.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { countText } from '../ui/count.ts';
import { isPlainPress } from '../ui/plain-press.ts';

/** Pages that come by themselves as one scrolls; then a button, so that the footer can be reached. */
const byThemselves = 3;

/** How far below the screen the end of the list may be when more is asked for. */
const ahead = '800px';

/** The end of a list: how much of it is shown, and how to go on. */
export function ShelfFoot({
  list,
  total,
  hrefOf,
  startHref,
  scrolling,
  onMore,
}: {
  list: ProductList;
  total: number;
  hrefOf: (cursor: string) => string;
  startHref: string | undefined;
  scrolling: boolean;
  onMore: (pressed: boolean) => void;
}) {
  if (!list.next && !startHref && list.further === 0) return null;
  const waits = scrolling && list.further < byThemselves && !list.problem;
  return (
    <div className="mt-14 grid justify-items-center gap-4">
      <p role="status" className="figures text-ink-faint text-sm">
        {startHref
          ? `${countText(list.items.length)} phones further on`
          : `${countText(list.items.length)} of ${countText(total)} phones`}
      </p>
      {list.problem && (
        <p role="alert" className="text-bad text-sm">
          {list.problem}
        </p>
      )}
      {list.next && (
        <More
          key={waits ? list.next : 'press'}
          href={hrefOf(list.next)}
          loading={list.loading}
          label={list.problem ? 'Try again' : 'Show more phones'}
          waits={waits}
          onMore={onMore}
        />
      )}
      {startHref && (
        <Link to={startHref} className={buttonClass('quiet', 'small')}>
          Back to the first phones
        </Link>
      )}
    </div>
  );
}

/** A link to the next page, which JavaScript turns into more of this one. */
function More({
  href,
  loading,
  label,
  waits,
  onMore,
}: {
  href: string;
  loading: boolean;
  label: string;
  /** Whether it goes on by itself when it comes near. */
  waits: boolean;
  onMore: (pressed: boolean) => void;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const reached = useRef(onMore);
  useEffect(() => {
    reached.current = onMore;
  });
  useEffect(() => {
    if (!waits || !link.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && reached.current(false),
      { rootMargin: `0px 0px ${ahead}` },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [waits]);
  return loading ? (
    <Button look="outline" pending doing="Loading more phones">
      {label}
    </Button>
  ) : (
    <a
      ref={link}
      href={href}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        onMore(true);
      }}
      className={buttonClass('outline')}
    >
      {label}
    </a>
  );
}
