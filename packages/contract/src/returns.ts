import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Modified, orNull, parties } from './common-schemas.ts';
import { disputeLimits } from './disputes.ts';
import { endpoint } from './endpoint.ts';
import { Shipment, shipmentFields } from './order-lifecycle.ts';

/** Errors of returns, part of the error catalogue. */
export const returnErrors = {
  'return.not-found': { status: 404, title: 'There is no return of this order' },
  'return.address-missing': {
    status: 409,
    title: 'The seller has not given an address for the return yet',
  },
  'return.not-shipped': { status: 409, title: 'The buyer has not shipped the return yet' },
  'return.imei-required': {
    status: 409,
    title: 'Enter the IMEI that the returned phone shows',
  },
} as const satisfies ErrorDefinitions;

const Params = Type.Object({ id: Id });

/** The return of an ordered phone. */
export const Return = Type.Object({
  orderId: Id,
  viewer: Type.Enum(parties),
  underWay: Type.Boolean({ description: 'Whether it can still be sent, confirmed or disputed' }),
  /** Where the seller wants the phone, for this return only. */
  address: orNull(Type.String()),
  /** How the buyer has sent it, and when. */
  shipment: orNull(Shipment),
  /** When the next step is due, and what happens without it is in `docs/orders.md`. */
  dueAt: orNull(DateTime),
  /** Whether the seller has to enter the IMEI of the returned phone. */
  imeiRequired: Type.Boolean(),
  /** Whether the buyer has to enter the IMEI of the phone before shipping it. */
  imeiAsked: Type.Boolean(),
  triesLeft: Type.Integer(),
});
export type Return = Static<typeof Return>;

export const getReturn = endpoint({
  method: 'GET',
  path: '/api/orders/:id/return',
  summary: 'The return of an order',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: Params,
  response: Return,
  errors: ['order.not-found', 'return.not-found'],
});

export const setReturnAddress = endpoint({
  method: 'PUT',
  path: '/api/orders/:id/return-address',
  summary: 'Give the address for a return; the time to ship begins',
  access: 'user',
  accessRule: 'the seller of the order',
  params: Params,
  body: Type.Object({ address: Type.String({ minLength: 1, maxLength: 500 }) }),
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status', 'validation.failed'],
});

export const shipReturn = endpoint({
  method: 'POST',
  path: '/api/orders/:id/return-shipment',
  summary: 'Record that a return was shipped, or correct carrier and tracking number',
  access: 'user',
  accessRule: 'the buyer of the order',
  params: Params,
  body: Type.Object({
    ...shipmentFields,
    imei: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Modified,
  errors: [
    'order.not-found',
    'order.invalid-status',
    'return.address-missing',
    'validation.failed',
  ],
});

export const confirmReturn = endpoint({
  method: 'POST',
  path: '/api/orders/:id/return-confirmation',
  summary: 'Confirm a returned phone, which refunds the buyer, or dispute it',
  access: 'user',
  accessRule: 'the seller of the order',
  params: Params,
  body: Type.Object({
    imei: Type.Optional(Type.String({ maxLength: 40 })),
    /** What is wrong with the returned phone. */
    problem: Type.Optional(
      Type.Object({
        text: Type.String({ minLength: 1, maxLength: disputeLimits.maxTextLength }),
        photos: Type.Array(Id, {
          minItems: 1,
          maxItems: disputeLimits.maxPhotos,
          uniqueItems: true,
        }),
      }),
    ),
    /** The phone has not arrived. */
    missing: Type.Optional(
      Type.Object({
        text: Type.String({ minLength: 1, maxLength: disputeLimits.maxTextLength }),
      }),
    ),
  }),
  response: Type.Object({
    outcome: Type.Enum(['refunded', 'mismatch', 'disputed']),
    triesLeft: Type.Integer(),
  }),
  errors: [
    'order.not-found',
    'order.invalid-status',
    'order.chargeback-open',
    'return.not-shipped',
    'return.imei-required',
    'dispute.too-early',
    'validation.failed',
  ],
});
