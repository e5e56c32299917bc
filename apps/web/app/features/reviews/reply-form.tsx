import { replyToReview, reviewLimits } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';

/** Replies to a review, once. */
export function ReplyForm({ reviewId }: { reviewId: string }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, pending } = useMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (text.trim() === '') return setError('Write something');
    setError(undefined);
    const reply = call(replyToReview, { params: { id: reviewId }, body: { text } });
    await mutate(reply, 'Your reply is published');
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <TextArea
        label="Your reply"
        hint="Everybody can read it. It cannot be changed afterwards."
        rows={2}
        maxLength={reviewLimits.reply}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="outline" pending={pending} pendingLabel="Sending">
        Reply
      </Button>
    </form>
  );
}
