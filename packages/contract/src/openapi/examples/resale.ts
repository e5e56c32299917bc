import type { EndpointExamples } from '../example.ts';
import { order, product } from './fixtures.ts';

const params = { id: order._id };

export const resaleExamples = {
  getResaleDraft: {
    tag: 'Selling',
    description:
      'Everything is taken over from the listing; price, contact, place and text can be changed.',
    params,
    response: {
      name: product.name,
      img: product.img,
      category: product.category,
      condition: product.condition,
      boughtFor: order.price,
      resalePrice: order.price,
      number: order.phone,
      location: order.location,
      description: product.description,
      deviceId: null,
      listedAs: null,
    },
    errors: {
      'order.invalid-status': { detail: 'The phone is yours once the order is completed' },
    },
  },
  resellOrder: {
    tag: 'Selling',
    description:
      'A copy of the listing with details, defects and IMEIs, so that the passport of the phone goes on.',
    params,
    body: {
      resalePrice: 320,
      number: '+33 6 12 34 56 78',
      location: 'Lyon, France',
      description: 'Bought here, used for a few months.',
    },
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-000000000d07' },
    errors: {
      'order.invalid-status': { detail: 'The phone is yours once the order is completed' },
      'validation.failed': {
        detail: 'resalePrice must be between $1 and $100,000, in whole cents',
        field: 'body.resalePrice',
      },
    },
  },
} as const satisfies EndpointExamples<'getResaleDraft' | 'resellOrder'>;
