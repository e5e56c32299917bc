import {
  type CitedDefect,
  type DisputeReason,
  defectKinds,
  defectParts,
  disputeLimits,
  disputeReasons,
  openDispute,
} from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { reasonLabels } from './dispute-texts.ts';
import { type ChosenPhoto, PhotoField } from './photo-field.tsx';

const toWords = (value: string) => value.replaceAll('-', ' ');

/** Opens a dispute step by step: the reason, the defects, what happened, photos. */
export function OpenDisputeForm({
  orderId,
  initialReason,
  onOpened,
}: {
  orderId: string;
  initialReason?: DisputeReason;
  onOpened: (disputeId: string) => void;
}) {
  const [reason, setReason] = useState<DisputeReason | undefined>(initialReason);
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
        {disputeReasons.map((value) => (
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
      {reason === 'not-as-described' && <DefectFields defects={defects} onChange={setDefects} />}
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

/** The defects that the listing does not mention. */
function DefectFields({
  defects,
  onChange,
}: {
  defects: readonly CitedDefect[];
  onChange: (defects: readonly CitedDefect[]) => void;
}) {
  const [part, setPart] = useState<CitedDefect['part']>('screen');
  const [kind, setKind] = useState<CitedDefect['kind']>('scratch');
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">
        Which defects does the listing not mention?
      </legend>
      <div className="grid grid-cols-2 gap-x-3">
        <SelectField
          label="Part"
          value={part}
          onChange={(event) => setPart(event.currentTarget.value as CitedDefect['part'])}
        >
          {defectParts.map((value) => (
            <option key={value} value={value}>
              {toWords(value)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Defect"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as CitedDefect['kind'])}
        >
          {defectKinds.map((value) => (
            <option key={value} value={value}>
              {toWords(value)}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        variant="outline"
        size="small"
        disabled={defects.length >= disputeLimits.maxDefects}
        onClick={() =>
          defects.some((cited) => cited.part === part && cited.kind === kind) ||
          onChange([...defects, { part, kind }])
        }
      >
        Add this defect
      </Button>
      <ul className="mt-3 flex flex-wrap gap-2">
        {defects.map((cited) => (
          <li key={`${cited.part} ${cited.kind}`}>
            <Button
              variant="tonal"
              size="small"
              aria-label={`Remove ${toWords(cited.part)}: ${toWords(cited.kind)}`}
              onClick={() => onChange(defects.filter((other) => other !== cited))}
            >
              {toWords(cited.part)}: {toWords(cited.kind)} ×
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
