import Type, { type Static } from 'typebox';
import { Deleted, Id, Inserted, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { imageUrlMaxLength } from './images.ts';

/** Maximum number of photos of a listing. */
export const maxListingPhotos = 10;
/** Maximum length of a photo's alternative text in characters. */
export const maxAltLength = 200;

const alt = Type.String({ maxLength: maxAltLength, description: 'Alternative text; can be empty' });

/** A photo of a listing. The first one is the product's `img`. */
export const ListingPhoto = Type.Object({
  _id: Id,
  img: Type.String({ description: 'URL of the largest size' }),
  alt,
});
export type ListingPhoto = Static<typeof ListingPhoto>;

const params = Type.Object({ id: Id });
const accessRule = "the product's seller, and without an active order";
const errors = [
  'product.not-found',
  'product.not-owner',
  'product.has-active-order',
  'validation.failed',
] as const;

export const addListingPhoto = endpoint({
  method: 'POST',
  path: '/api/listings/:id/photos',
  summary: `Add a photo to a listing, which has at most ${maxListingPhotos}`,
  access: 'seller',
  accessRule,
  params,
  body: Type.Object({
    img: Type.String({ maxLength: imageUrlMaxLength, description: 'The URL of an own upload' }),
    alt: Type.Optional(alt),
  }),
  response: Inserted,
  errors,
});

export const removeListingPhoto = endpoint({
  method: 'DELETE',
  path: '/api/listings/:id/photos',
  summary: 'Remove a photo from a listing; at least one remains',
  access: 'seller',
  accessRule,
  params,
  query: Type.Object({ photo: Id }),
  response: Deleted,
  errors,
});

export const setPhotoOrder = endpoint({
  method: 'PUT',
  path: '/api/listings/:id/photos/order',
  summary: 'Order the photos of a listing, and describe them',
  access: 'seller',
  accessRule,
  params,
  body: Type.Object({
    photos: Type.Array(Type.Object({ _id: Id, alt: Type.Optional(alt) }), {
      minItems: 1,
      maxItems: maxListingPhotos,
      description: 'All photos in their new order',
    }),
  }),
  response: Modified,
  errors,
});
