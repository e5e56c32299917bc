import { type ResponseOf, tryWords, wordListLabels, wordListLimits } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';

type Tried = ResponseOf<typeof tryWords>;

/** Says what the lists would find in a text. */
export function TryWordsForm() {
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [tried, setTried] = useState<Tried>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (text.trim() === '') return setError('Write a text first');
    setPending(true);
    const result = await call(tryWords, { query: { text } });
    setPending(false);
    if (result.ok) setTried(result.value);
    else setError(result.error.message);
  };
  return (
    <form noValidate onSubmit={submit} aria-label="Try a text out">
      <TextArea
        label="Text of a listing"
        rows={3}
        maxLength={wordListLimits.text}
        value={text}
        error={error}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setError(undefined);
          setTried(undefined);
        }}
      />
      <Button type="submit" variant="outline" pending={pending} pendingLabel="Looking">
        Try it out
      </Button>
      <div role="status" className="mt-4 text-sm">
        {tried && <Outcome tried={tried} />}
      </div>
    </form>
  );
}

function Outcome({ tried: { matches, weight, holds } }: { tried: Tried }) {
  if (matches.length === 0) return <p>The lists find nothing in this text.</p>;
  return (
    <>
      <p className="font-semibold">
        Adds {weight} to the risk score{holds ? ' and holds the listing for review' : ''}:
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {matches.map(({ phrase, found, list, weight: adds }) => (
          <li key={phrase} className="wrap-anywhere">
            <bdi>{found}</bdi> · {phrase} (+{adds}, {wordListLabels[list]})
          </li>
        ))}
      </ul>
    </>
  );
}
