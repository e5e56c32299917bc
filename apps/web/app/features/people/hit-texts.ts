import type { Hit, HitKind } from '@redial/contract';
import { href } from 'react-router';

export const hitLabels: Readonly<Record<HitKind, string>> = {
  person: 'People',
  listing: 'Phones',
  device: 'Devices',
  order: 'Orders',
  dispute: 'Disputes',
  payment: 'Payments',
  refund: 'Refunds',
  payout: 'Payouts',
  chargeback: 'Chargebacks',
};

/** The page of what was found. */
export function hitPath({ kind, pageId: id }: Pick<Hit, 'kind' | 'pageId'>): string {
  if (kind === 'person' || kind === 'payout') return href('/dashboard/people/:id', { id });
  if (kind === 'listing') return href('/products/:id', { id });
  if (kind === 'device') return href('/devices/:id', { id });
  if (kind === 'dispute') return href('/disputes/:id', { id });
  return href('/dashboard/orders/:orderId', { orderId: id });
}
