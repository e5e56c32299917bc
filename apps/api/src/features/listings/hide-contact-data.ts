import type { Listing } from '@redial/contract';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';

type Texts = Pick<Listing, 'details' | 'defects'> & {
  readonly photos: readonly { readonly alt: string }[];
};

/**
 * Hides contact data in what a seller has written about photos, defects and details. Name and
 * description are filtered when they are stored (`filterTexts`).
 */
export const hideContactData = <T extends Texts>(listing: T): T => ({
  ...listing,
  photos: listing.photos.map((photo) => ({ ...photo, alt: hideContactsIn(photo.alt) })),
  defects:
    listing.defects?.map((defect) =>
      defect.note === undefined ? defect : { ...defect, note: hideContactsIn(defect.note) },
    ) ?? null,
  details: {
    ...listing.details,
    colour: listing.details.colour && hideContactsIn(listing.details.colour),
    carrier: listing.details.carrier && hideContactsIn(listing.details.carrier),
  },
});
