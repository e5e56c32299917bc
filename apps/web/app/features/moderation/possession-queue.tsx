import {
  decidePossessionProof,
  formatPrice,
  type PossessionRefusal,
  possessionRefusalReasons,
  possessionRefusals,
  type QueuedPossessionProof,
} from '@redial/contract';
import { useId, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { ProductName } from '../../ui/product-name.tsx';
import { Select } from '../../ui/select.tsx';

/** Photos of phones with their codes, each beside the photo of the listing. */
export function PossessionQueue({ proofs }: { proofs: readonly QueuedPossessionProof[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {proofs.map((proof) => (
        <li key={proof._id}>
          <QueuedProof proof={proof} />
        </li>
      ))}
    </ul>
  );
}

function QueuedProof({ proof }: { proof: QueuedPossessionProof }) {
  const { productId: id, productName, price, img, sellerName, code, photoUrl, submittedAt } = proof;
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="rounded-lg border border-line bg-surface p-5">
      <h2 id={heading} className="wrap-anywhere text-lg">
        <Link to={href('/products/:id', { id })} className="underline-offset-4 hover:underline">
          <ProductName name={productName} />
        </Link>
      </h2>
      <p className="wrap-anywhere text-ink-soft text-sm">
        {formatPrice(price)}, by <bdi>{sellerName}</bdi>, sent {formatDateTime(submittedAt)}
      </p>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <figure>
          <a href={photoUrl} target="_blank" rel="noreferrer" className="block">
            <img
              src={photoUrl}
              alt={`${productName} with a code; opens in full size`}
              loading="lazy"
              className="aspect-4/3 w-full rounded-md bg-sunken object-contain"
            />
          </a>
          <figcaption className="mt-2 text-sm">
            The code must read{' '}
            <strong className="font-display text-lg tracking-widest">{code}</strong>
          </figcaption>
        </figure>
        <figure>
          <img
            src={img}
            alt=""
            loading="lazy"
            className="aspect-4/3 w-full rounded-md bg-studio object-contain"
          />
          <figcaption className="mt-2 text-ink-soft text-sm">The photo of the listing</figcaption>
        </figure>
      </div>
      <Decision proof={proof} />
    </article>
  );
}

function Decision({ proof: { _id: id, productName } }: { proof: QueuedPossessionProof }) {
  const { mutate, pending } = useMutation();
  const [reason, setReason] = useState<PossessionRefusal | ''>('');
  const reasonId = useId();
  const decide = (body: { accepted: boolean; reason?: PossessionRefusal }, done: string) =>
    mutate(call(decidePossessionProof, { params: { id }, body }), done);
  return (
    <div className="mt-5 flex flex-wrap items-end gap-3">
      <Button
        variant="good"
        pending={pending}
        aria-label={`Accept the photo of ${productName}`}
        onClick={() => decide({ accepted: true }, 'Possession verified')}
      >
        Accept
      </Button>
      <div className="min-w-0 flex-1 basis-60">
        <label htmlFor={reasonId} className="mb-1.5 block font-semibold text-sm">
          Or refuse, because
        </label>
        <Select
          id={reasonId}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as PossessionRefusal | '')}
        >
          <option value="">Choose a reason</option>
          {possessionRefusalReasons.map((key) => (
            <option key={key} value={key}>
              {possessionRefusals[key]}
            </option>
          ))}
        </Select>
      </div>
      <Button
        variant="outline"
        pending={pending}
        disabled={reason === ''}
        aria-label={`Refuse the photo of ${productName}`}
        onClick={() =>
          reason && decide({ accepted: false, reason }, 'Refused. The seller can try again')
        }
      >
        Refuse
      </Button>
    </div>
  );
}
