import type { Product } from '@redial/contract';
import { Link } from 'react-router';
import { useOwnership } from '../../session/ownership.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Leads to the forms for an offer and a blind one, after signing in. Not for the seller, nor for a phone that is ordered. */
export function OfferLink({ product: { _id: id, status } }: { product: Product }) {
  const { kind } = useOwnership(id);
  if (status === 'Sold' || (kind !== 'none' && kind !== 'unknown')) return null;
  return (
    <>
      <ButtonLink
        variant="outline"
        size="large"
        to={`/dashboard/offers/new?product=${id}`}
        className="w-full"
      >
        Make an offer
      </ButtonLink>
      <p className="w-full text-ink-soft text-sm">
        Rather not name a price?{' '}
        <Link
          to={`/dashboard/offers/blind?product=${id}`}
          className="text-accent underline underline-offset-4"
        >
          Make a blind offer
        </Link>
        : you and the seller each set a secret limit. If they meet, you pay the middle.
      </p>
    </>
  );
}
