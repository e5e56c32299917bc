import { decideHeldListing, formatPrice, type RiskyListing } from '@redial/contract';
import { useId, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { TextField } from '../../ui/field.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { RiskParts } from './risk-parts.tsx';

/** Listings with their risk scores, each part with its weight; those that are held with the decision. */
export function RiskyListings({ listings }: { listings: readonly RiskyListing[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {listings.map((listing) => (
        <li key={listing._id}>
          <ListingCard listing={listing} />
        </li>
      ))}
    </ul>
  );
}

function ListingCard({ listing }: { listing: RiskyListing }) {
  const { _id: id, name, img, price, sellerId, sellerName, postedAt, score, parts, held } = listing;
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start gap-4">
        <img
          src={img}
          alt=""
          loading="lazy"
          width={96}
          height={96}
          className="size-24 shrink-0 rounded-md bg-studio object-cover"
        />
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h2 id={heading} className="wrap-anywhere text-lg">
            <Link to={href('/products/:id', { id })} className="underline-offset-4 hover:underline">
              <ProductName name={name} />
            </Link>
          </h2>
          <p className="wrap-anywhere text-ink-soft text-sm">
            {formatPrice(price)}, by{' '}
            <Link to={href('/sellers/:id', { id: sellerId })} className="underline">
              <bdi>{sellerName}</bdi>
            </Link>
            , listed {formatDateTime(postedAt)}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <span className="font-display font-semibold text-lg tabular-nums">
              Risk score {score}
            </span>
            {held ? <Badge tone="bad">Held for review</Badge> : <Badge>Public</Badge>}
          </p>
        </div>
      </div>
      <RiskParts parts={parts} />
      {held && <Decision id={id} name={name} />}
    </article>
  );
}

function Decision({ id, name }: { id: string; name: string }) {
  const { mutate, pending } = useMutation();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const decide = (released: boolean, done: string) => {
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    void mutate(call(decideHeldListing, { params: { id }, body: { released, reason } }), done);
  };
  return (
    <div className="mt-5 border-line border-t pt-4">
      <TextField
        label="Reason"
        hint="For the audit log. The seller does not read it."
        error={isMissing ? 'Write why you decide so' : undefined}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="good"
          pending={pending}
          aria-label={`Release ${name}`}
          onClick={() => decide(true, `${name} is released`)}
        >
          Release
        </Button>
        <Button
          variant="outline"
          pending={pending}
          aria-label={`Refuse ${name}`}
          onClick={() => decide(false, `${name} is refused`)}
        >
          Refuse
        </Button>
      </div>
    </div>
  );
}
