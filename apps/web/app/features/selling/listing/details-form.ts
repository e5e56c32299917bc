import {
  changeListing,
  type Listing,
  type ListingChange,
  type Result,
  validateDetails,
} from '@redial/contract';
import { call } from '../../../session/call.ts';
import { changedFields } from '../../../session/changed-fields.ts';
import { useSectionForm } from './use-section-form.ts';

/** A whole number as typed: empty is unknown, what is no number is `NaN`, which is refused. */
export function toNumberOrUnknown(text: string): number | null {
  const typed = text.trim().replace(/\s*%$/, '');
  if (typed === '') return null;
  return /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
}

export const toText = (value: number | string | null): string =>
  value === null ? '' : String(value);

/**
 * The form of some details of a listing. They are checked by the rules of the API before those that were
 * changed are sent.
 *
 * @param toChange converts the values as typed to the request.
 */
export function useDetailsForm<T extends object>(
  listing: Listing,
  section: string,
  initial: T,
  toChange: (values: T) => ListingChange,
) {
  return useSectionForm(`listing-${listing._id}-${section}`, initial, (values) =>
    saveDetails(listing._id, toChange(initial), toChange(values)),
  );
}

async function saveDetails(
  id: string,
  saved: ListingChange,
  typed: ListingChange,
): Promise<Result<unknown>> {
  const invalid = findNotANumber(typed) ?? validateDetails(typed);
  if (invalid) return { ok: false, error: { status: 422, code: 'validation.failed', ...invalid } };
  return call(changeListing, { params: { id }, body: changedFields(saved, typed) });
}

function findNotANumber(body: ListingChange) {
  const field = Object.entries(body).find(([, value]) => Number.isNaN(value))?.[0];
  const message = 'Enter a whole number, or leave it empty if you do not know it';
  return field === undefined ? undefined : { field, message };
}

/** A yes-or-no detail as the value of a select. */
export const toYesNo = (value: boolean | null): '' | 'yes' | 'no' =>
  value === null ? '' : value ? 'yes' : 'no';
