import {
  type CitedDefect,
  type DisputeReason,
  defectKindNames,
  defectKinds,
  defectPartNames,
  defectParts,
  describeMark,
  disputeLimits,
  disputeReasons,
  isDeclared,
  isPossibleMark,
  type OrderedListing,
  openDispute,
} from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { reasonLabels } from './dispute-texts.ts';
import { type ChosenPhoto, PhotoField } from './photo-field.tsx';

/** Opens a dispute step by step: the reason, the defects, what happened, photos. */
export function OpenDisputeForm({
  orderId,
  listing,
  initialReason,
  onOpened,
}: {
  orderId: string;
  /** The listing as it was when it was ordered. */
  listing: OrderedListing;
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

/** The defects that the listing does not mention: what it mentions cannot be chosen. */
function DefectFields({
  listing,
  defects,
  onChange,
}: {
  listing: OrderedListing;
  defects: readonly CitedDefect[];
  onChange: (defects: readonly CitedDefect[]) => void;
}) {
  const [part, setPart] = useState<CitedDefect['part']>('screen');
  const [chosen, setKind] = useState<CitedDefect['kind']>('scratch');
  const kinds = defectKinds.filter(
    (kind) => isPossibleMark({ part, kind }) && !isDeclared({ part, kind }, listing),
  );
  const kind = kinds.includes(chosen) ? chosen : kinds[0];
  const declared = (listing.defects ?? []).map(describeMark);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">
        Which defects does the listing not mention?
      </legend>
      {declared.length > 0 && (
        <p className="mb-3 text-ink-soft text-sm">
          It mentions: {[...new Set(declared)].join('; ')}. You bought the phone with these.
        </p>
      )}
      <div className="grid grid-cols-2 gap-x-3">
        <SelectField
          label="Part"
          value={part}
          onChange={(event) => setPart(event.currentTarget.value as CitedDefect['part'])}
        >
          {defectParts.map((value) => (
            <option key={value} value={value}>
              {capitalize(defectPartNames[value])}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Defect"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as CitedDefect['kind'])}
        >
          {kinds.map((value) => (
            <option key={value} value={value}>
              {defectKindNames[value]}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        variant="outline"
        size="small"
        disabled={!kind || defects.length >= disputeLimits.maxDefects}
        onClick={() =>
          !kind ||
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
              aria-label={`Remove: ${describeMark(cited)}`}
              onClick={() => onChange(defects.filter((other) => other !== cited))}
            >
              {describeMark(cited)} ×
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
