import type { Review } from '@redial/contract';
import { useStepUp } from './features/accounts/step-up.tsx';
import { RemoveReview } from './features/reviews/remove-review.tsx';
import type { IdentityUser } from './session/identity-client.ts';

/** What an admin can do with a review; loaded for admins only. */
export function ModerateReview({ review, user }: { review: Review; user: IdentityUser }) {
  const { withStepUp, stepUpDialog } = useStepUp(user);
  return (
    <>
      <RemoveReview
        reviewId={review._id}
        authorName={review.authorName ?? 'a deleted account'}
        withStepUp={withStepUp}
      />
      {stepUpDialog}
    </>
  );
}
