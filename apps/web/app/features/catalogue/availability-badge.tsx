import type { Product } from '@redial/contract';
import { useOwnPhone } from '../../session/use-own-phone.ts';
import { Badge } from '../../ui/badge.tsx';

/** Whether a product is still available, from the viewer's point of view. */
export function AvailabilityBadge({ product }: { product: Product }) {
  const { kind } = useOwnPhone(product._id);
  if (kind === 'selling') return <Badge tone="accent">{soldLabel(product) ?? 'Yours'}</Badge>;
  if (kind === 'reserved') return <Badge tone="accent">Reserved by you</Badge>;
  if (kind === 'bought') return <Badge tone="good">Bought by you</Badge>;
  if (product.status !== 'Sold') return null;
  return <Badge>{holdLabel(product)}</Badge>;
}

const soldLabel = ({ status, isPaid }: Product): string | undefined =>
  status === 'Sold' ? `Yours, ${isPaid ? 'sold' : 'ordered'}` : undefined;

/**
 * What others read about an ordered phone. An unpaid order holds it, and may be cancelled or expire;
 * that of an accepted offer reserves it.
 */
export const holdLabel = ({ isPaid, hold }: Product): string => {
  if (isPaid) return 'Sold';
  return hold?.reason === 'offer' ? 'Reserved' : 'On hold';
};
