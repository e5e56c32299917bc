import type { Defect } from '../../grade.ts';
import { type Listing, unknownDetails } from '../../listing-details.ts';
import type { EndpointExamples } from '../example.ts';
import { product } from './fixtures.ts';

const { _id: id } = product;

const scratch: Defect = {
  part: 'back',
  kind: 'scratch',
  visibleFrom: '20-to-50cm',
  side: 'back',
  x: 0.31,
  y: 0.72,
  sizeMm: 6,
};

const details = {
  ...unknownDetails,
  model: 'iphone-13',
  storageGb: 128,
  colour: 'Blue',
  batteryHealthPct: 88,
  networkLock: 'unlocked',
} as const;

const listing: Listing = {
  _id: id,
  condition: 'good',
  details,
  defects: [scratch],
  grading: {
    grade: 'good',
    reasons: [{ text: 'Scratch on the back, seen from 20 to 50 cm', defect: 0 }],
  },
  hidden: false,
  notListable: false,
  completeness: {
    percent: 50,
    missing: [
      'Account lock',
      'Function tests',
      'Replaced parts',
      'SIM type',
      'Accessories',
      'Proof of purchase',
    ],
  },
};

export const listingExamples = {
  getListing: {
    tag: 'Selling',
    description:
      'What the seller states about the phone, and its computed grade with what decided. `null` is unknown. A hidden listing is visible to its seller and admins only.',
    params: { id },
    response: listing,
  },
  changeListing: {
    tag: 'Selling',
    description:
      'States details; absent fields stay as they are, `null` is unknown. A condition that the details contradict is lowered, which `loweredFrom` reports; a phone that may not be sold is hidden until that is mended.',
    params: { id },
    body: { batteryHealthPct: 88, networkLock: 'unlocked' },
    response: listing,
    errors: {
      'validation.failed': {
        detail: 'Battery health is a percentage from 1 to 100, not 140',
        field: 'body.batteryHealthPct',
      },
      'listing.condition-too-good': {
        detail:
          'The condition cannot be "excellent": Scratch on the back, seen from 20 to 50 cm; The battery health is not stated',
        field: 'body.condition',
      },
    },
  },
  setDefects: {
    tag: 'Selling',
    description:
      'Declares the defects in place of the declared ones; an empty list says that the phone has no marks. Condition and visibility follow as for other details.',
    params: { id },
    body: { defects: [scratch] },
    response: listing,
    errors: {
      'validation.failed': {
        detail: 'Defect 1: the pin is outside the drawing',
        field: 'body.defects.0.x',
      },
    },
  },
} as const satisfies EndpointExamples<'getListing' | 'changeListing' | 'setDefects'>;
