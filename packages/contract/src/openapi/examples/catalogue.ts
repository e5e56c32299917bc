import type { EndpointExamples } from '../example.ts';
import { maskedProduct, product, productDetails } from './fixtures.ts';

const lists =
  'Without `limit`, all products are streamed. With `limit`, the response is a page, and `Link` refers to the next one. Paid and removed products are excluded; sold ones are included until they are paid. `number` and `sellerEmail` are masked for everybody; `POST /api/products/{id}/contact` reveals the number. Filters can be combined.';

const listHeaders = ['Link', 'X-Total-Count', 'ETag'] as const;

export const catalogueExamples = {
  listProducts: {
    tag: 'Catalogue',
    description: lists,
    headers: listHeaders,
    query: { limit: 24, q: 'iphone', condition: 'good', maxPrice: 400, sort: 'newest' },
    response: [maskedProduct],
  },
  listCategoryProducts: {
    tag: 'Catalogue',
    description: `The products of a category: \`Xiaomi\`, \`Samsung\` or \`Iphone\`. ${lists}`,
    headers: listHeaders,
    params: { categoryName: 'Iphone' },
    query: { limit: 24, sort: 'price' },
    response: [maskedProduct],
  },
  listAdvertisedProducts: {
    tag: 'Catalogue',
    description: `The advertised products. ${lists}`,
    headers: listHeaders,
    query: { limit: 8 },
    response: [maskedProduct],
  },
  getProduct: {
    tag: 'Catalogue',
    description:
      'One product, including sold and paid ones; a removed product is not found. `number` and `sellerEmail` are masked for everybody; `POST /api/products/{id}/contact` reveals the number.',
    headers: ['ETag'],
    params: { id: product._id },
    response: productDetails,
  },
  revealContact: {
    tag: 'Catalogue',
    description:
      "Reveals the seller's number of one product to the buyer who has paid for it. Until then the two write messages. Limited per user, per network and per product.",
    params: { id: product._id },
    response: { number: product.number },
  },
  listSimilarProducts: {
    tag: 'Catalogue',
    description: 'Other available products, most similar first.',
    headers: ['ETag'],
    params: { id: product._id },
    response: [{ ...maskedProduct, _id: '0199f2c0-1a00-7000-8000-0000000000d5' }],
  },
  getFacets: {
    tag: 'Catalogue',
    description:
      'Each filter is counted with all other filters applied but not itself, so that a count is the number of results after selecting that value.',
    headers: ['ETag'],
    query: { brand: 'Iphone' },
    response: {
      total: 1,
      brands: { Xiaomi: 0, Samsung: 0, Iphone: 1 },
      conditions: { excellent: 0, 'good-or-better': 1, good: 1, fair: 0 },
      priceLabels: { great: 0, fair: 0, high: 0 },
      years: [{ year: 2022, count: 1 }],
      models: [],
      storages: [],
      colours: [],
      countries: [{ code: 'FR', name: 'France', count: 1 }],
      updated: 0,
      verified: 1,
      available: 1,
      price: { min: 345.5, max: 345.5 },
    },
  },
  suggestProducts: {
    tag: 'Catalogue',
    description: 'Brands, models and single products that complete a partial search query.',
    headers: ['ETag'],
    query: { q: 'ipho' },
    response: [
      { kind: 'brand', text: 'Iphone', count: 1 },
      { kind: 'model', text: 'iPhone 13', count: 1 },
    ],
  },
  suggestPlaces: {
    tag: 'Catalogue',
    description:
      'For the location of a listing, which may be any text, and for the filter `place`. Places of GeoNames with at least 15,000 inhabitants.',
    query: { q: 'lyon, fr' },
    response: [{ _id: 2996944, name: 'Lyon', label: 'Lyon, France', country: 'FR' }],
  },
  matchLocation: {
    tag: 'Catalogue',
    description:
      'Filters by place find a listing only where its location names one place: of several with the same name, one that is far larger, or the one in the country or state that follows.',
    query: { location: 'Lyon, Croix-Rousse' },
    response: {
      place: { _id: 2996944, name: 'Lyon', label: 'Lyon, France', country: 'FR' },
      country: 'FR',
      candidates: [],
    },
  },
} as const satisfies EndpointExamples<
  | 'listProducts'
  | 'listCategoryProducts'
  | 'listAdvertisedProducts'
  | 'getProduct'
  | 'revealContact'
  | 'listSimilarProducts'
  | 'getFacets'
  | 'suggestProducts'
  | 'suggestPlaces'
  | 'matchLocation'
>;
