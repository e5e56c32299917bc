import { checkImei, type ImeiCheck } from '@redial/contract';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { href, Link } from 'react-router';
import { publicCall } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** The form of the free check, and what it found. */
export function ImeiForm() {
  const [imei, setImei] = useState('');
  const [error, setError] = useState<string>();
  const [found, setFound] = useState<ImeiCheck>();
  const [pending, setPending] = useState(false);
  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setFound(undefined);
    if (imei.trim() === '') return setError('Enter the number');
    setPending(true);
    const result = await publicCall(checkImei, { body: { imei: imei.slice(0, 40) } });
    setPending(false);
    if (!result.ok) return setError(result.error.message);
    setError(result.value.problem ?? undefined);
    if (result.value.problem === null) setFound(result.value);
  };
  return (
    <>
      <form noValidate method="post" onSubmit={check}>
        <TextField
          label="IMEI"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={imei}
          error={error}
          inputClassName="figures text-xl tracking-wider"
          onChange={(event) => setImei(event.currentTarget.value)}
        />
        <Button type="submit" size="large" pending={pending} pendingLabel="Checking">
          Check
        </Button>
      </form>
      <div role="status">{found && <Findings found={found} />}</div>
    </>
  );
}

function Findings({ found: { model, offered, reported } }: { found: ImeiCheck }) {
  return (
    <ul className="mt-8 grid gap-px overflow-hidden rounded-lg border border-line bg-line">
      <Finding tone="good">Format and check digit are right.</Finding>
      <Finding tone={model ? 'good' : 'unknown'}>
        {model ? (
          <>
            By its first eight digits it is a{' '}
            <Link
              to={href('/models/:slug', { slug: model.slug })}
              className="font-semibold text-accent underline underline-offset-4"
            >
              {model.name}
            </Link>
            .
          </>
        ) : (
          'We do not know yet which model these first eight digits belong to.'
        )}
      </Finding>
      <Finding tone={reported ? 'bad' : 'good'}>
        {reported
          ? 'Reported as lost or stolen on Redial: yes.'
          : 'Reported as lost or stolen on Redial: no.'}
      </Finding>
      <Finding tone="unknown">On offer on Redial: {offered ? 'yes' : 'no'}.</Finding>
    </ul>
  );
}

const tones = {
  good: [CircleCheck, 'text-good'],
  bad: [TriangleAlert, 'text-bad'],
  unknown: [CircleHelp, 'text-ink-faint'],
} as const;

function Finding({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const [Icon, colour] = tones[tone];
  return (
    <li className="flex items-start gap-3 bg-surface px-4 py-3.5">
      <Icon className={`mt-0.5 size-5 shrink-0 ${colour}`} aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
