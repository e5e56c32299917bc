import {
  type Dispute,
  disputeLimits,
  formatPrice,
  type ResolutionKind,
  resolutionKinds,
} from '@redial/contract';
import { type FormEvent, useId, useState } from 'react';
import { useDraft } from '../../session/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { focusInvalid, TextArea, TextField } from '../../ui/field.tsx';
import { readRefund } from './read-refund.ts';

const labels: Record<ResolutionKind, string> = {
  'full-refund': 'Full refund, the buyer keeps the phone or never had it',
  'partial-refund': 'Partial refund, the buyer keeps the phone',
  'return-and-refund': 'Return the phone, then full refund',
  release: 'No refund, the seller is paid',
};

export interface ChosenResolution {
  readonly kind: ResolutionKind;
  readonly refund?: number;
  readonly reason: string;
}

/** Chooses how a dispute ends: a party's proposal, or an admin's decision with its reason. */
export function ResolutionForm({
  dispute,
  withReason,
  action,
  onSubmit,
}: {
  dispute: Pick<Dispute, '_id' | 'price' | 'refunded'>;
  withReason: boolean;
  action: string;
  /** @returns whether it worked, which empties the form */
  onSubmit: (chosen: ChosenResolution) => Promise<boolean>;
}) {
  const { price, refunded } = dispute;
  const name = useId();
  const { draft, change, clear } = useDraft(
    `${withReason ? 'decision' : 'proposal'}:${dispute._id}`,
    { kind: 'partial-refund', refund: '', reason: '' },
  );
  const { refund, reason } = draft;
  const kind = resolutionKinds.find((each) => each === draft.kind) ?? 'partial-refund';
  const [errors, setErrors] = useState<{ refund?: string | undefined; reason?: string }>({});
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const typed = kind === 'partial-refund' ? readRefund(refund, dispute) : undefined;
    const isGiven = !withReason || reason.trim() !== '';
    setErrors({
      refund: typed?.error,
      ...(isGiven ? {} : { reason: 'Say why: both parties read it' }),
    });
    if (typed?.error !== undefined || !isGiven) return focusInvalid(event.currentTarget);
    setPending(true);
    const dollars = typed?.dollars;
    const isSent = await onSubmit({
      kind,
      ...(dollars === undefined ? {} : { refund: dollars }),
      reason,
    });
    setPending(false);
    if (isSent) clear();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <fieldset>
        <legend className="sr-only">How the dispute ends</legend>
        {resolutionKinds.map((value) => (
          <Choice
            key={value}
            type="radio"
            name={name}
            checked={kind === value}
            onChange={() => change({ kind: value })}
            label={labels[value]}
          />
        ))}
      </fieldset>
      {kind === 'partial-refund' && (
        <TextField
          label={
            refunded > 0
              ? 'The buyer gets back in all, in dollars'
              : 'The buyer gets back, in dollars'
          }
          inputMode="decimal"
          hint={`Of ${formatPrice(price)}${refunded > 0 ? `; ${formatPrice(refunded)} is back already` : ''}`}
          value={refund}
          error={errors.refund}
          onChange={(event) => change({ refund: event.currentTarget.value })}
        />
      )}
      {withReason && (
        <TextArea
          label="Reason, which both parties read"
          rows={3}
          required
          maxLength={disputeLimits.maxTextLength}
          value={reason}
          error={errors.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      )}
      <Button type="submit" pending={pending} pendingLabel="Saving" className="w-full sm:w-auto">
        {action}
      </Button>
    </form>
  );
}
