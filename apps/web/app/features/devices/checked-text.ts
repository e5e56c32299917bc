import type { ListingDevice } from '@redial/contract';

/**
 * What was checked about the IMEI of a listing. Who else offers or reported the phone is said while the
 * listing is on offer: later the phone is its buyer's, who may do both.
 */
export function checkedText(
  { reported }: Pick<NonNullable<ListingDevice['device']>, 'reported'>,
  isOffered: boolean,
): string {
  const checked = 'Its IMEI has the right format and check digit';
  if (reported) return `${checked}. Its last known owner has reported it as ${reported.as} here.`;
  return isOffered ? `${checked}, and nobody else offers or reported it here.` : `${checked}.`;
}
