import Type, { type Static } from 'typebox';
import { Product } from './catalogue.ts';
import { Id } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** A product with the additional fields of its own page. */
export const ProductDetails = Type.Object({
  ...Product.properties,
  sellerSince: Type.String({
    format: 'date-time',
    description: 'When the seller joined the marketplace',
  }),
});
export type ProductDetails = Static<typeof ProductDetails>;

/** Maximum number of similar products. */
export const maxSimilarProducts = 8;

const params = Type.Object({ id: Id });

export const getProduct = endpoint({
  method: 'GET',
  path: '/api/products/:id',
  summary: 'One product, including sold ones',
  access: 'public',
  params,
  response: ProductDetails,
  errors: ['product.not-found'],
});

export const listSimilarProducts = endpoint({
  method: 'GET',
  path: '/api/products/:id/similar',
  summary: `Available products similar to a product, at most ${maxSimilarProducts}`,
  access: 'public',
  params,
  response: Type.Array(Product),
  errors: ['product.not-found'],
});
