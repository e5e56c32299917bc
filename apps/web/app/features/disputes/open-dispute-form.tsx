import {
  type CitedDefect,
  type DisputeReason,
  defectKinds,
  defectParts,
  disputeLimits,
  type OrderDetails,
  openDispute,
} from '@redial/contract';
import { type FormEvent, Suspense, useState } from 'react';
import { call } from '../../session/call.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { focusInvalid, TextArea } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DefectFields } from './defect-fields.tsx';
import { reasonLabels } from './dispute-texts.ts';
import type { ChosenPhoto } from './photo-field.tsx';
import { possibleReasons } from './possible-reasons.ts';

const PhotoField = lazyPart(async () => (await import('./photo-field.tsx')).PhotoField);

/** Opens a dispute step by step: the reason, the defects, what happened, photos. */
export function OpenDisputeForm({
  order,
  initialReason,
  onOpened,
}: {
  order: OrderDetails;
  initialReason: DisputeReason | undefined;
  onOpened: (disputeId: string) => void;
}) {
  const { _id: orderId, listing } = order;
  const reasons = possibleReasons(order);
  const { draft, change, clear } = useDraft(`open-dispute:${orderId}`, {
    reason: (reasons.length === 1 ? reasons[0] : initialReason) ?? '',
    defects: '',
    text: '',
  });
  const { text } = draft;
  const reason = reasons.find((possible) => possible === draft.reason);
  const defects = reason === 'not-as-described' ? readDefects(draft.defects) : [];
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [textError, setTextError] = useState<string>();
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const isEmpty = text.trim() === '';
    setTextError(isEmpty ? 'Say what happened' : undefined);
    setError(reason ? undefined : 'Choose what is wrong');
    if (isEmpty) return focusInvalid(event.currentTarget);
    if (!reason) return;
    setPending(true);
    const result = await call(openDispute, {
      params: { id: orderId },
      body: { reason, text, defects, photos: photos.map(({ id }) => id) },
    });
    setPending(false);
    if (!result.ok) return setError(result.error.message);
    clear();
    onOpened(result.value.insertedId);
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-5">
      <fieldset>
        <legend className="mb-1.5 font-semibold text-sm">1. What is wrong?</legend>
        {reasons.map((value) => (
          <Choice
            key={value}
            type="radio"
            name="reason"
            checked={reason === value}
            onChange={() => change({ reason: value })}
            label={reasonLabels[value]}
          />
        ))}
      </fieldset>
      {reason === 'not-as-described' && (
        <DefectFields
          listing={listing}
          defects={defects}
          onChange={(next) => change({ defects: next.map(nameDefect).join(' ') })}
        />
      )}
      <TextArea
        label="2. What happened?"
        hint="Both the seller and Redial read it."
        rows={5}
        maxLength={disputeLimits.maxTextLength}
        required
        value={text}
        error={textError}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Suspense fallback={<Skeleton className="mb-4 h-32.5" />}>
        <PhotoField orderId={orderId} photos={photos} onChange={setPhotos} />
      </Suspense>
      <p role="alert" className="min-h-5 text-bad text-sm">
        {error}
      </p>
      <Button type="submit" size="large" pending={pending} pendingLabel="Reporting">
        Report the problem
      </Button>
      <p className="text-ink-soft text-sm">
        Your money stays with Redial until you agree with the seller, or we decide.
      </p>
    </form>
  );
}

/** A defect in the draft. */
const nameDefect = ({ part, kind }: CitedDefect): string => `${part}:${kind}`;

/** Reads the defects of the draft. */
function readDefects(text: string): CitedDefect[] {
  const names = text.split(' ');
  return defectParts
    .flatMap((part) => defectKinds.map((kind) => ({ part, kind })))
    .filter((defect) => names.includes(nameDefect(defect)));
}
