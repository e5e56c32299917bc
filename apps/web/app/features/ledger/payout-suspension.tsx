import { type LedgerStatus, resumePayouts } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

const minLength = 10;

/** Whether payouts go on, and a form with which an admin resumes them although a check failed. */
export function PayoutSuspension({
  payoutsSuspended,
  invariants,
}: Pick<LedgerStatus, 'payoutsSuspended' | 'invariants'>) {
  const { mutate, pending } = useMutation();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const resumed = invariants.find(({ holds, resumedAt }) => !holds && resumedAt !== null);
  if (!payoutsSuspended) {
    return resumed ? (
      <Notice
        badge={<Badge tone="bad">Resumed</Badge>}
        text={`Payouts go on although a check fails: ${resumed.resumeReason ?? ''}`}
      />
    ) : null;
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (reason.trim().length < minLength) {
      setError('Say in a sentence why it is safe');
      return;
    }
    setError(undefined);
    await mutate(call(resumePayouts, { body: { reason: reason.trim() } }), 'Payouts are resumed');
  };
  return (
    <Notice
      badge={<Badge tone="bad">Payouts suspended</Badge>}
      text="They resume by themselves when all checks pass. Resume them earlier only if you know the cause."
    >
      <form noValidate onSubmit={submit} className="grid w-full gap-2 sm:max-w-xl">
        <TextArea
          label="Why it is safe to resume"
          rows={2}
          maxLength={500}
          value={reason}
          error={error}
          onChange={(event) => setReason(event.target.value)}
        />
        <div>
          <Button type="submit" variant="danger" size="small" pending={pending}>
            Resume payouts
          </Button>
        </div>
      </form>
    </Notice>
  );
}
