import Type, { type Static } from 'typebox';
import { Product } from './catalogue.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { Deleted, Email, Id, Inserted, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { listingFields } from './listing-fields.ts';

/** Errors of selling, part of the error catalogue. */
export const sellingErrors = {
  'product.not-owner': { status: 403, title: 'This product belongs to another seller' },
  'product.has-active-order': { status: 409, title: 'This phone is ordered or sold' },
} as const satisfies ErrorDefinitions;

/** The fields of a product that the seller provides. The server sets seller, state and dates. */
export const NewProduct = Type.Object(listingFields);
export type NewProduct = Static<typeof NewProduct>;

/** Formats years of use as they are stored: `0 years`, `1 year`, `3 years`. */
export const yearsOfUseText = (years: number): string =>
  `${years} ${years === 1 ? 'year' : 'years'}`;

export const listMyProducts = endpoint({
  method: 'GET',
  path: '/myproducts',
  summary: "A seller's products",
  access: 'seller-or-admin',
  staff: ['moderator', 'support'],
  accessRule: 'that seller, or an admin',
  query: Type.Object({ email: Email }),
  response: Type.Array(Product),
  errors: ['account.not-owner'],
});

export const addProduct = endpoint({
  method: 'POST',
  path: '/myproducts',
  summary: 'List a phone',
  access: 'seller',
  verifiedEmail: true,
  notSuspended: true,
  body: NewProduct,
  response: Inserted,
  errors: ['validation.failed'],
});

/** The fields that a seller may change later: all of them. Those that are absent stay. */
export const ProductChange = Type.Partial(NewProduct);
export type ProductChange = Static<typeof ProductChange>;

export const editProduct = endpoint({
  method: 'PATCH',
  path: '/api/products/:id',
  summary: 'Change a product',
  access: 'seller',
  verifiedEmail: true,
  accessRule: "the product's seller, and without an active order",
  params: Type.Object({ id: Id }),
  body: ProductChange,
  response: Modified,
  errors: [
    'product.not-found',
    'product.not-owner',
    'product.has-active-order',
    'validation.failed',
    'listing.condition-too-good',
  ],
});

export const stopAdvertisingProduct = endpoint({
  method: 'DELETE',
  path: '/api/products/:id/advertisement',
  summary: 'Stop advertising a product',
  access: 'seller',
  accessRule: "the product's seller, and without an active order",
  params: Type.Object({ id: Id }),
  response: Modified,
  errors: ['product.not-found', 'product.not-owner', 'product.has-active-order'],
});

export const pauseProduct = endpoint({
  method: 'POST',
  path: '/api/products/:id/pause',
  summary: 'Hide an own product from the market',
  access: 'seller',
  accessRule: "the product's seller, and without an active order",
  params: Type.Object({ id: Id }),
  response: Modified,
  errors: ['product.not-found', 'product.not-owner', 'product.has-active-order'],
});

export const resumeProduct = endpoint({
  method: 'DELETE',
  path: '/api/products/:id/pause',
  summary: 'Offer a paused product again',
  access: 'seller',
  accessRule: "the product's seller, and without an active order",
  params: Type.Object({ id: Id }),
  response: Modified,
  errors: ['product.not-found', 'product.not-owner', 'product.has-active-order'],
});

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/myproducts/:id',
  summary: 'Delete a product',
  access: 'seller',
  accessRule: "the product's seller, and without an active order",
  params: Type.Object({ id: Id }),
  response: Deleted,
  errors: ['product.not-found', 'product.not-owner', 'product.has-active-order'],
});

export const advertiseProduct = endpoint({
  method: 'PUT',
  path: '/allproduct/:id',
  summary: 'Advertise a product',
  access: 'seller',
  accessRule: "the product's seller, and without an active order",
  params: Type.Object({ id: Id }),
  response: Modified,
  errors: ['product.not-found', 'product.not-owner', 'product.has-active-order'],
});

export const relistProduct = endpoint({
  method: 'POST',
  path: '/api/listings/:productId/relist',
  summary: 'Offer a phone again that was withdrawn after a refund',
  access: 'seller',
  verifiedEmail: true,
  notSuspended: true,
  accessRule: "the product's seller, and without an active order",
  params: Type.Object({ productId: Id }),
  response: Modified,
  errors: [
    'product.not-found',
    'product.not-owner',
    'product.has-active-order',
    'device.already-listed',
    'device.reported',
  ],
});
