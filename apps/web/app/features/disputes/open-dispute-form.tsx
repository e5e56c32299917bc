import {
  type CitedDefect,
  type DisputeReason,
  disputeLimits,
  type OrderDetails,
  openDispute,
} from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/field.tsx';
import { DefectFields } from './defect-fields.tsx';
import { reasonLabels } from './dispute-texts.ts';
import { type ChosenPhoto, PhotoField } from './photo-field.tsx';
import { possibleReasons } from './possible-reasons.ts';

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
  const [reason, setReason] = useState(
    reasons.length === 1 ? reasons[0] : reasons.find((possible) => possible === initialReason),
  );
  const [defects, setDefects] = useState<readonly CitedDefect[]>([]);
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (!reason) return setError('Choose what is wrong');
    setPending(true);
    const result = await call(openDispute, {
      params: { id: orderId },
      body: { reason, text, defects: [...defects], photos: photos.map(({ id }) => id) },
    });
    setPending(false);
    if (result.ok) onOpened(result.value.insertedId);
    else setError(result.error.message);
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
            onChange={() => setReason(value)}
            label={reasonLabels[value]}
          />
        ))}
      </fieldset>
      {reason === 'not-as-described' && (
        <DefectFields listing={listing} defects={defects} onChange={setDefects} />
      )}
      <TextArea
        label="2. What happened?"
        hint="Both the seller and Redial read it."
        rows={5}
        maxLength={disputeLimits.maxTextLength}
        required
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PhotoField orderId={orderId} photos={photos} onChange={setPhotos} />
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
