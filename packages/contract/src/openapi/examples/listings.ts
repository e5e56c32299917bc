import type { Defect } from '../../grade.ts';
import { type Listing, unknownDetails } from '../../listing-details.ts';
import type { EndpointExamples } from '../example.ts';
import { product } from './fixtures.ts';

const { _id: id } = product;
const photoId = '0199f2c0-1a00-7000-8000-0000000000d6';
const backImg = 'http://localhost:3000/images/018f0000-0000-7000-8000-000000000001-960.jpg';
const plan = { step: 10, intervalDays: 7, floor: 300 } as const;

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
  photos: [
    { _id: id, img: product.img, alt: 'The front with the screen on' },
    { _id: photoId, img: backImg, alt: '' },
  ],
  priceChanges: [{ from: 365.5, to: 345.5, changedAt: '2026-11-21T08:00:00.000Z' }],
  formFactor: 'slab',
  details,
  defects: [scratch],
  grading: {
    grade: 'good',
    reasons: [{ text: 'Scratch on the back, seen from 20 to 50 cm', defect: 0 }],
  },
  hidden: false,
  notListable: false,
  completeness: {
    percent: 43,
    missing: [
      'Proof of possession',
      'Self-test',
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
  addListingPhoto: {
    tag: 'Selling',
    description:
      'Adds an uploaded image behind the photos of the listing. The first photo is the `img` of the product.',
    params: { id },
    body: { img: backImg, alt: 'The back' },
    response: { acknowledged: true, insertedId: photoId },
    errors: {
      'validation.failed': {
        detail: 'A listing has at most 10 photos: remove one first',
        field: 'body.img',
      },
    },
  },
  removeListingPhoto: {
    tag: 'Selling',
    description:
      'Removes a photo; links to its image still work. `deletedCount` is 0 if the listing has no such photo.',
    params: { id },
    query: { photo: photoId },
    response: { acknowledged: true, deletedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'A listing needs a photo: add another one first',
        field: 'query.photo',
      },
    },
  },
  setPhotoOrder: {
    tag: 'Selling',
    description:
      'Orders all photos; the first one becomes the `img` of the product. A given `alt` replaces the alternative text.',
    params: { id },
    body: { photos: [{ _id: photoId, alt: 'The back' }, { _id: id }] },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'The photos have changed meanwhile: load the page again',
        field: 'body.photos',
      },
    },
  },
  setPrice: {
    tag: 'Selling',
    description:
      'Changes the price. Changes are recorded and shown with the listing; `modifiedCount` is 0 if that is the price already.',
    params: { id },
    body: { resalePrice: 325 },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'resalePrice must be between $1 and $100,000, in whole cents',
        field: 'body.resalePrice',
      },
    },
  },
  getPricePlan: {
    tag: 'Selling',
    description: 'The plan by which the price is lowered, which only its seller sees.',
    params: { id },
    response: { plan: { ...plan, nextAt: '2026-11-29T08:00:00.000Z' } },
  },
  setPricePlan: {
    tag: 'Selling',
    description:
      'Lowers the price by `step` every `intervalDays` days until it is `floor`, while the phone is on offer.',
    params: { id },
    body: plan,
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'The lowest price must be below the price of $345.50',
        field: 'body.floor',
      },
    },
  },
  removePricePlan: {
    tag: 'Selling',
    description: 'Ends the plan; the price stays. `deletedCount` is 0 if there is none.',
    params: { id },
    response: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<
  | 'getListing'
  | 'changeListing'
  | 'setDefects'
  | 'addListingPhoto'
  | 'removeListingPhoto'
  | 'setPhotoOrder'
  | 'setPrice'
  | 'getPricePlan'
  | 'setPricePlan'
  | 'removePricePlan'
>;
