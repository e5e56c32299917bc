import { type OrderReviews, reviewDays } from '@redial/contract';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReviewBody } from './review-content.tsx';

/**
 * The reviews of an order for one of its parties.
 *
 * @param formPath the page on which the own review is changed
 * @param replyForm shown below a review without a reply
 */
export function OrderReviewsPanel({
  reviews: { own, other, otherName, otherWritten, closesAt },
  formPath,
  replyForm,
}: {
  reviews: OrderReviews;
  formPath: string;
  replyForm: (reviewId: string) => ReactNode;
}) {
  if (!own && !other && !closesAt) return null;
  const isOpen = closesAt !== null;
  return (
    <Panel title="Reviews">
      {isOpen && (
        <p className="mb-4 text-ink-soft text-sm">
          {otherWritten ? 'The other party has written a review. ' : ''}
          Both are published together when both are written, or {reviewDays} days after the end of
          the order, on {formatDateTime(closesAt)}.
        </p>
      )}
      <div className="grid gap-6">
        {own && (
          <section>
            <h3 className="mb-2 text-base">Yours</h3>
            <ReviewBody content={own} reply={own.reply} />
            {own.removedAt && (
              <p className="mt-2 text-bad text-sm">
                A moderator has removed it: <bdi>{own.removalReason}</bdi>
              </p>
            )}
          </section>
        )}
        {other && (
          <section>
            <h3 className="wrap-anywhere mb-2 text-base">
              From <bdi>{otherName}</bdi>
            </h3>
            {other.content ? (
              <>
                <ReviewBody content={other.content} reply={other.reply} />
                {!other.reply && replyForm(other._id)}
              </>
            ) : (
              <p className="text-ink-soft italic">A moderator has removed this review.</p>
            )}
          </section>
        )}
        {/* The next step of the order leads to the first one. */}
        {isOpen && own && (
          <p>
            <ButtonLink variant="tonal" to={formPath}>
              Change your review
            </ButtonLink>
          </p>
        )}
      </div>
    </Panel>
  );
}
