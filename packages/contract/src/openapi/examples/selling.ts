import type { EndpointExamples } from '../example.ts';
import { newProduct, product, seller } from './fixtures.ts';

const { _id: id } = product;

export const sellingExamples = {
  listMyProducts: {
    tag: 'Selling',
    description: "A seller's products, newest first, including sold and paid ones.",
    query: { email: seller.email },
    response: [product],
  },
  addProduct: {
    tag: 'Selling',
    description:
      'Lists a phone whose image has been uploaded. The server sets seller, status, verification and date; additional fields are ignored. Prices are between 1 and 100,000 dollars.',
    body: newProduct,
    response: { acknowledged: true, insertedId: id },
    errors: {
      'validation.failed': {
        detail: 'resalePrice must be between $1 and $100,000, in whole cents',
        field: 'body.resalePrice',
      },
    },
  },
  editProduct: {
    tag: 'Selling',
    description:
      'Changes fields of the seller’s own product, within the limits of a new one; those that are absent stay as they are. The image is the current one or one that the seller has uploaded. Seller, status, verification and date stay.',
    params: { id },
    body: { resalePrice: newProduct.resalePrice, description: newProduct.description },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'resalePrice must be between $1 and $100,000, in whole cents',
        field: 'body.resalePrice',
      },
      'listing.condition-too-good': {
        detail: 'The condition cannot be "good": Deep scratch on the back, seen from 20 to 50 cm',
        field: 'body.condition',
      },
    },
  },
  stopAdvertisingProduct: {
    tag: 'Selling',
    description: 'Ends advertising; `modifiedCount` is 0 if the product is not advertised.',
    params: { id },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  pauseProduct: {
    tag: 'Selling',
    description:
      'Hides the product from every list and page but the seller’s own, until it is resumed; `modifiedCount` is 0 if it is paused already.',
    params: { id },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  resumeProduct: {
    tag: 'Selling',
    description: 'Ends the pause; `modifiedCount` is 0 if the product is not paused.',
    params: { id },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  deleteProduct: {
    tag: 'Selling',
    description: 'Permanently removes a product.',
    params: { id },
    response: { acknowledged: true, deletedCount: 1 },
  },
  advertiseProduct: {
    tag: 'Selling',
    description: 'Marks a product as advertised; `modifiedCount` is 0 if it is already advertised.',
    params: { id },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  relistProduct: {
    tag: 'Selling',
    description:
      'Shows a phone again that was withdrawn after a refund. Repeating the request returns the same response.',
    params: { productId: id },
    response: { acknowledged: true, modifiedCount: 1 },
  },
} as const satisfies EndpointExamples<
  | 'listMyProducts'
  | 'addProduct'
  | 'editProduct'
  | 'stopAdvertisingProduct'
  | 'pauseProduct'
  | 'resumeProduct'
  | 'deleteProduct'
  | 'advertiseProduct'
  | 'relistProduct'
>;
