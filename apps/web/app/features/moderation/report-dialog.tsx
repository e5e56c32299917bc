import {
  createReport,
  type NewReport,
  type ReportableKind,
  reportReasonsOf,
  reportReasonTexts,
  reportTextLength,
  toastMessages,
} from '@redial/contract';
import { type FormEvent, useId, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';

const titles: Readonly<Record<ReportableKind, string>> = {
  listing: 'Report this phone',
  person: 'Report this person',
  review: 'Report this review',
};

/** Reports a listing, a person or a review to the moderators, with a reason. */
export function ReportDialog({
  open,
  target,
  onReported,
  onClose,
}: {
  open: boolean;
  target: NewReport['target'];
  onReported: () => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState<NewReport['reason']>();
  const [text, setText] = useState('');
  const reasonErrorId = useId();
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    if (!reason) {
      setReasonMissing(true);
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    setError(undefined);
    setPending(true);
    const about = text.trim() === '' ? {} : { text };
    const result = await call(createReport, { body: { target, reason, ...about } });
    setPending(false);
    if (!result.ok && result.error.code !== 'report.duplicate') {
      return setError(result.error.message);
    }
    if (result.ok) toast.success(toastMessages.reported);
    else toast.error(result.error.message);
    onReported();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={titles[target.kind]}
      description={
        <>
          Our moderators look at it and decide by{' '}
          <Link to={href('/rules')} target="_blank" className="underline underline-offset-4">
            our rules
          </Link>
          . Nobody else learns who reported.
        </>
      }
    >
      <form noValidate onSubmit={submit} className="mt-5">
        <fieldset
          aria-describedby={isReasonMissing ? reasonErrorId : undefined}
          className="min-w-0"
        >
          <legend className="mb-1.5 font-semibold text-sm">Reason</legend>
          {reportReasonsOf[target.kind].map((each) => (
            <Choice
              key={each}
              type="radio"
              name="reason"
              required
              label={reportReasonTexts[each]}
              checked={reason === each}
              onChange={() => {
                setReason(each);
                setReasonMissing(false);
              }}
            />
          ))}
        </fieldset>
        <p id={reasonErrorId} role="alert" className="mt-1 min-h-6 pb-1 text-bad text-xs">
          {isReasonMissing && 'Choose a reason'}
        </p>
        <TextArea
          label="What should we look at? (optional)"
          rows={3}
          maxLength={reportTextLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="alert" className="mb-3 text-bad text-sm empty:hidden">
          {error}
        </p>
        <Button type="submit" size="large" pending={pending} pendingLabel="Sending">
          Send report
        </Button>
      </form>
    </Dialog>
  );
}
