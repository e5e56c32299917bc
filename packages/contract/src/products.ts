import Type, { type Static } from 'typebox';
import { Product } from './catalogue.ts';
import { Id, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { PhoneModel } from './models.ts';
import { SellerSummary } from './reviews.ts';

/** A product with the additional fields of its own page. */
export const ProductDetails = Type.Object({
  ...Product.properties,
  sellerSince: Type.String({
    format: 'date-time',
    description: 'When the seller joined the marketplace',
  }),
  seller: orNull(SellerSummary, { description: 'Null if the account was deleted' }),
  model: Type.Optional(
    Type.Pick(PhoneModel, ['slug', 'name', 'formFactor', 'updates'], {
      description: 'The model in the catalogue; absent if it is not known',
    }),
  ),
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
  staff: ['moderator', 'support'],
  params,
  response: ProductDetails,
  errors: ['product.not-found'],
});

/** Requests for contact data of one user in an hour. */
export const maxContactsPerHour = 10;

export const revealContact = endpoint({
  method: 'POST',
  path: '/api/products/:id/contact',
  summary: "The seller's number of one product",
  access: 'user',
  accessRule: 'its seller, and the buyer who paid for it',
  verifiedEmail: true,
  params,
  response: Type.Object({
    number: Type.String({ description: "The seller's mobile number, unmasked" }),
  }),
  errors: ['product.not-found', 'contact.not-paid'],
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
