import {
  type PossessionStatus,
  possessionRefusals,
  possessionRules,
  requestPossessionCode,
  uploadPossessionProof,
} from '@redial/contract';
import { Camera } from 'lucide-react';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../session/call.ts';
import { uploadPhoto } from '../../../session/upload-photo.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { calendarDay } from '../../../ui/calendar-day.ts';
import { formatDateTime } from '../../../ui/date-time.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';

/** A photo of the phone with a code written by hand proves that the seller has the phone. */
function PossessionSection({ data: { listing, possession } }: SectionProps) {
  const { _id: id } = listing;
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const { verifiedAt, proof } = possession;
  const getCode = async () => {
    setPending(true);
    const result = await call(requestPossessionCode, { params: { id } });
    setError(result.ok ? undefined : result.error.message);
    await revalidate();
    setPending(false);
  };
  const upload = async (file: File) => {
    setPending(true);
    const result = await uploadPhoto(uploadPossessionProof, id, file);
    setError(result.ok ? undefined : result.error.message);
    if (result.ok) toast.success('Sent. We look at it soon');
    await revalidate();
    setPending(false);
  };
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-soft text-sm">
        Buyers trust a phone that its seller has in hand. Write a code on a sheet of paper,
        photograph it beside the phone, and we mark the listing as “Possession verified”. Only you
        and our moderators see the photo; it is deleted {possessionRules.photoDays} days after the
        decision.
      </p>
      {verifiedAt && (
        <p role="status">
          <Badge tone="good">Possession verified</Badge>
          <span className="mt-2 block text-sm">
            Since {calendarDay(verifiedAt)}. If you change name, description, main photo, model,
            storage, colour or IMEI, a new photo is needed.
          </span>
        </p>
      )}
      {proof?.state === 'submitted' && (
        <p role="status">
          <Badge tone="accent">Waiting for review</Badge>
          <span className="mt-2 block text-sm">
            Your photo arrived. We tell you as soon as it is decided.
          </span>
        </p>
      )}
      {proof?.state === 'refused' && proof.reason && (
        <p role="status">
          <Badge tone="bad">Not accepted</Badge>
          <span className="mt-2 block text-sm">
            {possessionRefusals[proof.reason]} Get a new code and try again.
          </span>
        </p>
      )}
      {proof?.photoUrl && <OwnPhoto img={proof.photoUrl} />}
      {proof?.state === 'open' && proof.code ? (
        <CodeSteps
          code={proof.code}
          expiresAt={proof.expiresAt}
          pending={pending}
          onPhoto={upload}
        />
      ) : (
        proof?.state !== 'submitted' &&
        !verifiedAt && (
          <Button pending={pending} onClick={getCode}>
            {proof ? 'Get a new code' : 'Get a code'}
          </Button>
        )
      )}
      <p role="alert" className="text-bad text-sm empty:hidden">
        {error}
      </p>
    </div>
  );
}

const OwnPhoto = ({ img }: { img: string }) => (
  <img
    src={img}
    alt="The phone with its code, as you sent it"
    className="max-h-48 max-w-full rounded-md border border-line object-contain"
  />
);

/** The code, what to do with it, and the camera. */
function CodeSteps({
  code,
  expiresAt,
  pending,
  onPhoto,
}: {
  code: string;
  expiresAt: string;
  pending: boolean;
  onPhoto: (file: File) => void;
}) {
  const id = useId();
  return (
    <>
      <p>
        <span className="block text-ink-soft text-sm">Your code</span>
        <output
          className="wrap-anywhere font-bold font-display text-4xl tracking-widest"
          aria-label={`Your code: ${[...code].join(' ')}`}
        >
          {code}
        </output>
      </p>
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
        <li>Write the code on paper, by hand and large.</li>
        <li>Lay the phone beside it, with the screen on.</li>
        <li>Take one photo that shows both, in good light.</li>
      </ol>
      <label
        htmlFor={id}
        className={buttonClass(
          'accent',
          'medium',
          'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent',
        )}
      >
        {pending ? <Spinner /> : <Camera className="size-4" aria-hidden="true" />}
        {pending ? 'Sending' : 'Choose the photo'}
        <input
          id={id}
          type="file"
          accept="image/*"
          disabled={pending}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file) onPhoto(file);
          }}
        />
      </label>
      <p className="text-ink-soft text-sm">The code is valid until {formatDateTime(expiresAt)}.</p>
    </>
  );
}

const summaries = {
  open: 'Your code waits for its photo',
  submitted: 'Waiting for review',
  refused: 'Take another photo',
  accepted: '',
} as const;

function possessionSummary({ verifiedAt, proof }: PossessionStatus): string {
  if (verifiedAt) return `Verified on ${calendarDay(verifiedAt)}`;
  return proof ? summaries[proof.state] : '';
}

export const possessionSection: ListingSection = {
  id: 'possession',
  title: 'Proof of possession',
  covers: ['Proof of possession'],
  summary: ({ possession }) => possessionSummary(possession),
  Section: PossessionSection,
};
