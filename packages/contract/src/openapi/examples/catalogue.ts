import type { EndpointExamples } from '../example.ts';
import { maskedProduct, product, productDetails } from './fixtures.ts';

const lists =
  'Without `limit` it is every product, as it is sent. With `limit` it is a page, which `Link` leads on from. Paid and removed phones are left out; sold ones stay until they are paid. Who sends no token gets `number` and `sellerEmail` masked. Filters can be combined.';

const listHeaders = ['Link', 'X-Total-Count', 'ETag'] as const;

export const catalogueExamples = {
  listProducts: {
    tag: 'Catalogue',
    description: lists,
    headers: listHeaders,
    query: { limit: 24, q: 'iphone', condition: 'good', maxPrice: 400, sort: 'newest' },
    answer: [maskedProduct],
  },
  listCategoryProducts: {
    tag: 'Catalogue',
    description: `The phones of one category: \`Xiaomi\`, \`Samsung\` or \`Iphone\`. ${lists}`,
    headers: listHeaders,
    params: { categoryName: 'Iphone' },
    query: { limit: 24, sort: 'price' },
    answer: [maskedProduct],
  },
  listAdvertisedProducts: {
    tag: 'Catalogue',
    description: `The phones that their sellers advertise. ${lists}`,
    headers: listHeaders,
    query: { limit: 8 },
    answer: [maskedProduct],
  },
  getProduct: {
    tag: 'Catalogue',
    description:
      'One phone, also a sold or paid one; a phone that has left the market is unknown. Who sends no token gets `number` and `sellerEmail` masked.',
    headers: ['ETag'],
    params: { id: product._id },
    answer: productDetails,
  },
  listSimilarProducts: {
    tag: 'Catalogue',
    description: 'Other phones on offer, the most alike first.',
    headers: ['ETag'],
    params: { id: product._id },
    answer: [{ ...maskedProduct, _id: '0199f2c0-1a00-7000-8000-0000000000d5' }],
  },
  getFacets: {
    tag: 'Catalogue',
    description:
      'Each filter is counted with all the others applied and itself left out, so that a count says what one gets by choosing it.',
    headers: ['ETag'],
    query: { brand: 'Iphone' },
    answer: {
      total: 1,
      brands: { Xiaomi: 0, Samsung: 0, Iphone: 1 },
      conditions: { excellent: 0, good: 1, fair: 0 },
      years: [{ year: 2022, count: 1 }],
      verified: 1,
      available: 1,
      price: { min: 345.5, max: 345.5 },
    },
  },
  suggestProducts: {
    tag: 'Catalogue',
    description: 'Brands, models and single phones, for a search as one types.',
    headers: ['ETag'],
    query: { q: 'ipho' },
    answer: [
      { kind: 'brand', text: 'Iphone', count: 1 },
      { kind: 'model', text: 'iPhone 13', count: 1 },
    ],
  },
} as const satisfies EndpointExamples<
  | 'listProducts'
  | 'listCategoryProducts'
  | 'listAdvertisedProducts'
  | 'getProduct'
  | 'listSimilarProducts'
  | 'getFacets'
  | 'suggestProducts'
>;
