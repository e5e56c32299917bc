import { removeReview, reviewLimits } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { TextDialogButton } from '../../ui/text-dialog.tsx';

/** Lets an admin remove a review with a reason. */
export function RemoveReview({ reviewId, authorName }: { reviewId: string; authorName: string }) {
  const { mutate } = useMutation();
  return (
    <TextDialogButton
      label="Remove"
      name={`Remove the review of ${authorName}`}
      title="Remove this review?"
      description="Its text and stars disappear, and a placeholder stays. This cannot be undone."
      field="Reason, which the author reads"
      required="Give a reason, which the author reads"
      maxLength={reviewLimits.reason}
      action="Remove the review"
      danger
      onSubmit={(reason) =>
        mutate(
          call(removeReview, { params: { id: reviewId }, body: { reason } }),
          'The review is removed',
        )
      }
    />
  );
}
