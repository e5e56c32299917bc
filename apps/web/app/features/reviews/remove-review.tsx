import { removeReview, reviewLimits } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';

/** Lets an admin remove a review with a reason. */
export function RemoveReview({ reviewId, authorName }: { reviewId: string; authorName: string }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, pending } = useMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (reason.trim() === '') return setError('Give a reason, which the author reads');
    setError(undefined);
    const removal = call(removeReview, { params: { id: reviewId }, body: { reason } });
    if (await mutate(removal, 'The review is removed')) setOpen(false);
  };
  return (
    <div>
      <Button
        variant="outline"
        size="small"
        aria-label={`Remove the review of ${authorName}`}
        onClick={() => setOpen(true)}
      >
        Remove
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Remove this review?"
        description="Its text and stars disappear, and a placeholder stays. This cannot be undone."
      >
        <form noValidate onSubmit={submit} className="mt-5">
          <TextArea
            label="Reason, which the author reads"
            rows={3}
            maxLength={reviewLimits.reason}
            value={reason}
            error={error}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="danger"
            size="large"
            pending={pending}
            pendingLabel="Removing"
            className="mt-2 w-full"
          >
            Remove the review
          </Button>
        </form>
      </Dialog>
    </div>
  );
}
