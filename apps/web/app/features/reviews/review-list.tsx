import type { Review } from '@redial/contract';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { ReviewBody } from './review-content.tsx';
import { monthOf } from './review-texts.ts';

/**
 * The reviews about somebody.
 *
 * @param actionsOf what the viewer can do with one
 */
export function ReviewList({
  reviews,
  actionsOf,
}: {
  reviews: readonly Review[];
  actionsOf: (review: Review) => ReactNode;
}) {
  return (
    <ul className="grid gap-7">
      {reviews.map((review) => (
        <li key={review._id} className="grid gap-2 border-line border-t pt-6">
          <div className="flex items-center gap-3">
            <Avatar
              name={review.authorName ?? '?'}
              photo={review.authorPhoto}
              className="size-9 text-sm"
            />
            <p className="wrap-anywhere min-w-0 text-ink-soft text-sm">
              <bdi className="font-semibold text-ink">{review.authorName ?? 'Deleted account'}</bdi>
              , {review.by === 'buyer' ? 'bought' : 'sold'} <bdi>{review.phone}</bdi>,{' '}
              <time dateTime={review.publishedAt}>{monthOf(review.publishedAt)}</time>
            </p>
          </div>
          {review.content ? (
            <ReviewBody content={review.content} reply={review.reply} />
          ) : (
            <p className="text-ink-soft italic">A moderator has removed this review.</p>
          )}
          {review.content && actionsOf(review)}
        </li>
      ))}
    </ul>
  );
}
