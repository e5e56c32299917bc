import Type, { type Static } from 'typebox';
import { Product } from './catalogue.ts';
import { Id } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** A product with what only its own page shows. */
export const ProductDetails = Type.Object({
  ...Product.properties,
  sellerSince: Type.String({
    format: 'date-time',
    description: 'When the seller joined the marketplace',
  }),
});
export type ProductDetails = Static<typeof ProductDetails>;

/** The most phones that are shown as similar to one. */
export const maxSimilarProducts = 8;

const params = Type.Object({ id: Id });

export const getProduct = endpoint({
  method: 'GET',
  path: '/allproduct/:id',
  summary: 'One product, also a sold one',
  access: 'public',
  params,
  response: ProductDetails,
  errors: ['product.not-found'],
});

export const listSimilarProducts = endpoint({
  method: 'GET',
  path: '/allproduct/:id/similar',
  summary: 'Phones on offer that are most like a product, at most eight',
  access: 'public',
  params,
  response: Type.Array(Product),
  errors: ['product.not-found'],
});
