import Type, { type Static } from 'typebox';
import { categories, conditions, Product } from './catalogue.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { Deleted, Email, Id, Inserted, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Errors of selling, part of the error catalogue. */
export const sellingErrors = {
  'product.not-owner': { status: 403, title: 'This product belongs to another seller' },
  'product.has-active-order': { status: 409, title: 'An order on this product is open' },
} as const satisfies ErrorDefinitions;

/** Maximum lengths of the texts of a product in characters, and the ranges of its years. */
export const listingLimits = {
  name: 120,
  location: 120,
  description: 4000,
  yearsOfUse: { min: 0, max: 30 },
  /** Year of the first touch-screen phones with a resale market. */
  purchaseDate: { min: 2007 },
} as const;

/** The fields of a product that the seller provides. The server sets seller, state and dates. */
export const NewProduct = Type.Object({
  name: Type.String({ minLength: 1, maxLength: listingLimits.name }),
  img: Type.String({ maxLength: 500, description: 'A URL of the configured image host' }),
  originalPrice: Dollars,
  resalePrice: Dollars,
  number: Type.String({ minLength: 1, maxLength: 40 }),
  location: Type.String({ minLength: 1, maxLength: listingLimits.location }),
  purchaseDate: Type.Integer(),
  yearsOfUse: Type.String({ pattern: '^\\d{1,2} years?$', description: 'Text such as "3 years"' }),
  category: Type.Enum(categories),
  condition: Type.Enum(conditions),
  description: Type.String({ minLength: 1, maxLength: listingLimits.description }),
});
export type NewProduct = Static<typeof NewProduct>;

/** Formats years of use as they are stored: `0 years`, `1 year`, `3 years`. */
export const yearsOfUseText = (years: number): string =>
  `${years} ${years === 1 ? 'year' : 'years'}`;

export const listMyProducts = endpoint({
  method: 'GET',
  path: '/myproducts',
  summary: "A seller's products",
  access: 'seller-or-admin',
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
  body: NewProduct,
  response: Inserted,
  errors: ['validation.failed'],
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
