import Type from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Deleted, Id, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of the devices behind listings, part of the error catalogue. */
export const deviceErrors = {
  'device.not-registered': { status: 409, title: 'The seller has not given an IMEI' },
  'device.already-listed': {
    status: 409,
    title: 'A phone with this IMEI is on offer already',
  },
} as const satisfies ErrorDefinitions;

const Params = Type.Object({ id: Id });

export const getListingImei = endpoint({
  method: 'GET',
  path: '/api/listings/:id/imei',
  summary: 'The IMEIs of an own listing',
  access: 'seller',
  accessRule: 'the seller of the product',
  params: Params,
  response: Type.Object({ imeis: Type.Array(Type.String()) }),
  errors: ['product.not-found', 'product.not-owner'],
});

export const setListingImei = endpoint({
  method: 'PUT',
  path: '/api/listings/:id/imei',
  summary: 'Set the IMEIs of an own listing',
  access: 'seller',
  accessRule: 'the seller of the product',
  params: Params,
  body: Type.Object({
    imeis: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 2 }),
  }),
  response: Modified,
  errors: [
    'product.not-found',
    'product.not-owner',
    'product.has-active-order',
    'device.already-listed',
    'validation.failed',
  ],
});

export const removeListingImei = endpoint({
  method: 'DELETE',
  path: '/api/listings/:id/imei',
  summary: 'Remove the IMEIs of an own listing',
  access: 'seller',
  accessRule: 'the seller of the product',
  params: Params,
  response: Deleted,
  errors: ['product.not-found', 'product.not-owner', 'product.has-active-order'],
});
