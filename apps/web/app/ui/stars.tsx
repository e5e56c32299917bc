import type { RatingAverage } from '@redial/contract';
import { Star } from 'lucide-react';
import { cx } from './cx.ts';

const values = [1, 2, 3, 4, 5] as const;

/** A number of stars, as a picture with its value as text. */
export function Stars({ value }: { value: number }) {
  return (
    <span role="img" aria-label={`${value} of 5 stars`} className="inline-flex gap-0.5">
      {values.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={cx(
            'size-4',
            star <= Math.round(value) ? 'fill-accent text-accent' : 'text-ink-faint',
          )}
        />
      ))}
    </span>
  );
}

/** An average with the number of reviews that it is from. */
export function RatingLine({ rating: { average, count } }: { rating: RatingAverage }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-sm">
      <Star className="size-4 fill-accent text-accent" aria-hidden="true" />
      <span>
        <span className="figures font-semibold">{average.toFixed(1)}</span>
        <span className="sr-only"> of 5 stars</span>{' '}
        <span className="text-ink-soft">
          from {count} {count === 1 ? 'review' : 'reviews'}
        </span>
      </span>
    </span>
  );
}
