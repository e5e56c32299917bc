import {
  chatLimits,
  reportConversation,
  reportReasonsOf,
  reportReasonTexts,
} from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';

type ConversationReason = (typeof reportReasonsOf.conversation)[number];

/** Reports a conversation to the moderators, with what happened. */
export function ReportDialog({
  open,
  conversationId,
  onClose,
}: {
  open: boolean;
  conversationId: string;
  onClose: () => void;
}) {
  const [category, setCategory] = useState<ConversationReason>('fraud');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (reason.trim() === '') return setError('Please say what happened');
    setPending(true);
    const params = { id: conversationId };
    const result = await call(reportConversation, { params, body: { reason, category } });
    setPending(false);
    if (!result.ok) return setError(result.error.message);
    toast.success('Thank you. Our moderators will read the conversation.');
    setReason('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Report this conversation"
      description="Our moderators can then read all of its messages. The other person is not notified."
    >
      <form noValidate onSubmit={submit} className="mt-5">
        <SelectField
          label="Reason"
          value={category}
          onChange={({ currentTarget: { value } }) =>
            setCategory(reportReasonsOf.conversation.find((each) => each === value) ?? 'other')
          }
        >
          {reportReasonsOf.conversation.map((each) => (
            <option key={each} value={each}>
              {reportReasonTexts[each]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="What happened?"
          rows={4}
          maxLength={chatLimits.maxReasonLength}
          value={reason}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setReason(value);
            setError(undefined);
          }}
        />
        <Button type="submit" pending={pending}>
          Report
        </Button>
      </form>
    </Dialog>
  );
}
