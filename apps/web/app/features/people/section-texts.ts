import {
  type PersonEntry,
  type PersonSectionName,
  reportReasons,
  reportReasonTexts,
} from '@redial/contract';
import { href } from 'react-router';

export const sectionLabels: Readonly<Record<PersonSectionName, string>> = {
  listings: 'Listings',
  purchases: 'Orders as a buyer',
  sales: 'Orders as a seller',
  disputes: 'Disputes',
  payouts: 'Payouts',
  'reviews-received': 'Reviews received',
  'reviews-written': 'Reviews written',
  'reports-about': 'Reports about the person',
  'reports-by': 'Reports by the person',
  decisions: 'Decisions and appeals',
};

/** The page of an entry, if it has one. */
export function entryPath(name: PersonSectionName, { _id: id, state }: PersonEntry) {
  if (name === 'purchases' || name === 'sales') {
    return href('/dashboard/orders/:orderId', { orderId: id });
  }
  if (name === 'disputes') return href('/disputes/:id', { id });
  if (name === 'listings' && state !== 'removed') return href('/products/:id', { id });
  if (name === 'reports-about' && state === 'open') return href('/dashboard/moderation');
  if (name === 'decisions') return `${href('/dashboard/moderation')}?view=decisions`;
  return undefined;
}

/** The title of an entry: reports have their reason. */
export function entryTitle(name: PersonSectionName, { title }: PersonEntry): string {
  if (!name.startsWith('reports')) return title;
  const reason = reportReasons.find((each) => each === title);
  return reason ? reportReasonTexts[reason] : title;
}

/** `in_transit` as `in transit`; of a review its stars. */
export function entryState(name: PersonSectionName, { state }: PersonEntry): string {
  if (name.startsWith('reviews')) return `${state} of 5 stars`;
  return state.replaceAll(/[_-]/g, ' ');
}
