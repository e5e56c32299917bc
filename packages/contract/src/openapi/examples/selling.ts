import type { EndpointExamples } from '../example.ts';
import { product, seller } from './fixtures.ts';

const {
  _id: id,
  sellerName: _1,
  sellerEmail: _2,
  varified: _3,
  status: _4,
  advertised: _5,
  postDate: _6,
  isPaid: _7,
  ...newProduct
} = product;

export const sellingExamples = {
  listMyProducts: {
    tag: 'Selling',
    description: "A seller's phones, newest first: those on offer, the sold and the paid ones.",
    query: { email: seller.email },
    answer: [product],
  },
  addProduct: {
    tag: 'Selling',
    description:
      'Lists a phone whose picture was uploaded before. Seller, state, verified mark and date are the server’s; what else is sent is ignored. Prices are between 1 and 100,000 dollars.',
    body: newProduct,
    answer: { acknowledged: true, insertedId: id },
    problems: {
      'validation.failed': {
        detail: 'resalePrice must be between $1 and $100,000, in whole cents',
        field: 'body.resalePrice',
      },
    },
  },
  deleteProduct: {
    tag: 'Selling',
    description: 'Takes a phone off the market for good.',
    params: { id },
    answer: { acknowledged: true, deletedCount: 1 },
  },
  advertiseProduct: {
    tag: 'Selling',
    description:
      'Puts a phone among the advertised ones; of one that is there already nothing changes (`modifiedCount` 0).',
    params: { id },
    answer: { acknowledged: true, modifiedCount: 1 },
  },
} as const satisfies EndpointExamples<
  'listMyProducts' | 'addProduct' | 'deleteProduct' | 'advertiseProduct'
>;
