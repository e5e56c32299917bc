import { type Dispute, formatPrice, type ResolutionKind, resolutionKinds } from '@redial/contract';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { parsePrice } from '../../ui/price-input.ts';

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
  amounts: { price, refunded },
  withReason,
  action,
  onSubmit,
}: {
  amounts: Pick<Dispute, 'price' | 'refunded'>;
  withReason: boolean;
  action: string;
  onSubmit: (chosen: ChosenResolution) => Promise<unknown>;
}) {
  const name = useId();
  const [kind, setKind] = useState<ResolutionKind>('partial-refund');
  const [refund, setRefund] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const typed = parsePrice(refund);
    const dollars = typed.kind === 'amount' ? typed.dollars : 0;
    const isPartial = kind === 'partial-refund';
    // A partial refund is what the buyer gets back in all.
    if (isPartial && (dollars <= refunded || dollars >= price)) {
      setError(
        refunded > 0
          ? `Please enter an amount between ${formatPrice(refunded)} and ${formatPrice(price)}`
          : `Please enter an amount below ${formatPrice(price)}, such as 40 or 40.50`,
      );
      return;
    }
    setError(undefined);
    setPending(true);
    await onSubmit({ kind, ...(isPartial ? { refund: dollars } : {}), reason });
    setPending(false);
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
            onChange={() => setKind(value)}
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
          error={error}
          onChange={(event) => setRefund(event.currentTarget.value)}
        />
      )}
      {withReason && (
        <TextArea
          label="Reason, which both parties read"
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Button type="submit" pending={pending} pendingLabel="Saving" className="w-full sm:w-auto">
        {action}
      </Button>
    </form>
  );
}
