import {
  type Party,
  type ReviewContent,
  type ReviewPoint,
  reviewLimits,
  reviewPointsOf,
} from '@redial/contract';
import { type FormEvent, useId, useState } from 'react';
import { useDraft } from '../../session/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Stars } from '../../ui/stars.tsx';
import { pointLabels, starLabels } from './review-texts.ts';

const starValues = [5, 4, 3, 2, 1] as const;

/** Rates the other party with stars, a text and points. */
export function ReviewForm({
  orderId,
  party,
  initial,
  onSubmit,
}: {
  orderId: string;
  party: Party;
  /** The review that it changes. */
  initial: ReviewContent | null;
  /** @returns the error message, if any */
  onSubmit: (content: ReviewContent) => Promise<string | undefined>;
}) {
  const name = useId();
  const ownPoints = reviewPointsOf[party];
  const { draft, change, clear } = useDraft<
    Readonly<Record<'stars' | 'text' | ReviewPoint, string>>
  >(`review:${orderId}`, {
    stars: String(initial?.stars ?? ''),
    text: initial?.text ?? '',
    asDescribed: String(initial?.points.asDescribed ?? ''),
    communication: String(initial?.points.communication ?? ''),
    handover: String(initial?.points.handover ?? ''),
  });
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const stars = starValues.find((value) => String(value) === draft.stars);
    if (stars === undefined) return setError('Choose a number of stars');
    setError(undefined);
    setPending(true);
    const rated = ownPoints.filter((one) => draft[one]);
    const points = Object.fromEntries(rated.map((one) => [one, Number(draft[one])]));
    const problem = await onSubmit({ stars, text: draft.text, points });
    if (problem === undefined) clear();
    setError(problem);
    setPending(false);
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-6">
      <fieldset aria-describedby={`${name}-error`}>
        <legend className="mb-1.5 font-semibold">How was it?</legend>
        {starValues.map((value) => (
          <Choice
            key={value}
            type="radio"
            name={name}
            checked={draft.stars === String(value)}
            onChange={() => change({ stars: String(value) })}
            label={
              <span className="flex flex-wrap items-center gap-x-3">
                <Stars value={value} />
                <span>{starLabels[value - 1]}</span>
              </span>
            }
          />
        ))}
      </fieldset>
      {ownPoints.map((point) => (
        <PointField
          key={point}
          point={point}
          value={Number(draft[point])}
          onChange={(value) => change({ [point]: String(value) })}
        />
      ))}
      <TextArea
        label="What should others know?"
        hint="Optional. Everybody can read it once it is published."
        rows={4}
        maxLength={reviewLimits.text}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <p id={`${name}-error`} role="alert" className="min-h-5 text-bad text-sm empty:hidden">
        {error}
      </p>
      <Button type="submit" size="large" pending={pending} pendingLabel="Saving">
        {initial ? 'Change my review' : 'Send my review'}
      </Button>
    </form>
  );
}

/** One to five for a point; it can be left out. */
function PointField({
  point,
  value,
  onChange,
}: {
  point: ReviewPoint;
  /** Zero if it is left out. */
  value: number;
  onChange: (value: number) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">
        {pointLabels[point]} <span className="font-normal text-ink-soft">(optional, of 5)</span>
      </legend>
      <div className="flex flex-wrap gap-x-5">
        {[1, 2, 3, 4, 5].map((stars) => (
          <Choice
            key={stars}
            type="radio"
            name={name}
            checked={value === stars}
            onChange={() => onChange(stars)}
            label={stars}
          />
        ))}
      </div>
    </fieldset>
  );
}
