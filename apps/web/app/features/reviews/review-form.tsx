import {
  type Party,
  type ReviewContent,
  type ReviewPoint,
  reviewLimits,
  reviewPointsOf,
} from '@redial/contract';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Stars } from '../../ui/stars.tsx';
import { pointLabels, starLabels } from './review-texts.ts';

const starValues = [5, 4, 3, 2, 1] as const;

/** Rates the other party with stars, a text and points. */
export function ReviewForm({
  party,
  initial,
  onSubmit,
}: {
  party: Party;
  /** The review that it changes. */
  initial: ReviewContent | null;
  /** @returns the error message, if any */
  onSubmit: (content: ReviewContent) => Promise<string | undefined>;
}) {
  const name = useId();
  const [stars, setStars] = useState(initial?.stars);
  const [text, setText] = useState(initial?.text ?? '');
  const [points, setPoints] = useState(initial?.points ?? {});
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (stars === undefined) return setError('Choose a number of stars');
    setError(undefined);
    setPending(true);
    setError(await onSubmit({ stars, text, points }));
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
            checked={stars === value}
            onChange={() => setStars(value)}
            label={
              <span className="flex flex-wrap items-center gap-x-3">
                <Stars value={value} />
                <span>{starLabels[value - 1]}</span>
              </span>
            }
          />
        ))}
      </fieldset>
      {reviewPointsOf[party].map((point) => (
        <PointField
          key={point}
          point={point}
          value={points[point]}
          onChange={(value) => setPoints({ ...points, [point]: value })}
        />
      ))}
      <TextArea
        label="What should others know?"
        hint="Optional. Everybody can read it once it is published."
        rows={4}
        maxLength={reviewLimits.text}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
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
  value: number | undefined;
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
