import { formatPrice, type Listing } from '@redial/contract';
import { relativeTime } from '../../../ui/relative-time.ts';

/** The last change of the price, if it was lowered: `Lowered by $20, 2 days ago`. */
export function PriceLowered({
  changes,
  now,
}: {
  /** Newest first. */
  changes: Listing['priceChanges'];
  now: number;
}) {
  const [last] = changes;
  if (!last || last.to >= last.from) return null;
  return (
    <p className="text-good text-sm">
      Lowered by {formatPrice(last.from - last.to)},{' '}
      <time dateTime={last.changedAt}>{relativeTime(last.changedAt, now)}</time>
    </p>
  );
}
