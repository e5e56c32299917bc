import type { Product } from '@redial/contract';
import { useOwnership } from '../../session/ownership.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Leads to the form for an offer, after signing in. Not for the seller, nor for a phone that is ordered. */
export function OfferLink({ product: { _id: id, status } }: { product: Product }) {
  const { kind } = useOwnership(id);
  if (status === 'Sold' || (kind !== 'none' && kind !== 'unknown')) return null;
  return (
    <ButtonLink
      variant="outline"
      size="large"
      to={`/dashboard/offers/new?product=${id}`}
      className="w-full"
    >
      Make an offer
    </ButtonLink>
  );
}
