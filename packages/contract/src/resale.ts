import Type, { type Static } from 'typebox';
import { Id, Inserted, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { categories, conditions, listingFields } from './listing-fields.ts';
import { Dollars } from './money.ts';

/** What the buyer of a phone decides on when listing it again; everything else is taken over. */
export const Resale = Type.Object({
  resalePrice: listingFields.resalePrice,
  number: listingFields.number,
  location: listingFields.location,
  description: listingFields.description,
});
export type Resale = Static<typeof Resale>;

/** What a bought phone would be listed with. */
export const ResaleDraft = Type.Object({
  name: Type.String(),
  img: Type.String(),
  category: Type.Enum(categories),
  condition: Type.Enum(conditions),
  boughtFor: Dollars,
  resalePrice: Dollars,
  number: Type.String(),
  location: Type.String(),
  description: Type.String(),
  /** Null if the seller had not given an IMEI. */
  deviceId: orNull(Id),
  /** The buyer's listing of this phone, if there is one. */
  listedAs: orNull(Id),
});
export type ResaleDraft = Static<typeof ResaleDraft>;

const params = Type.Object({ id: Id });

export const getResaleDraft = endpoint({
  method: 'GET',
  path: '/api/orders/:id/resale',
  summary: 'What a bought phone would be listed with',
  access: 'user',
  accessRule: 'the buyer of the order',
  params,
  response: ResaleDraft,
  errors: ['order.not-found', 'order.invalid-status'],
});

export const resellOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/resale',
  summary: 'List a bought phone',
  access: 'seller',
  verifiedEmail: true,
  notSuspended: true,
  accessRule: 'the buyer of the order',
  params,
  body: Resale,
  response: Inserted,
  errors: [
    'order.not-found',
    'order.invalid-status',
    'device.already-listed',
    'device.reported',
    'validation.failed',
  ],
});
