import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Deleted, Id, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of availability alerts, part of the error catalogue. */
export const availabilityAlertErrors = {
  'availability-alert.not-on-hold': {
    status: 409,
    title: 'This phone is not on hold for somebody else',
  },
  'availability-alert.too-many': { status: 409, title: 'You wait for as many phones as possible' },
} as const satisfies ErrorDefinitions;

/** Phones on hold that a user waits for at most. */
export const maxAvailabilityAlerts = 50;

export const AvailabilityAlerts = Type.Object({
  ids: Type.Array(Id, { description: 'The phones on hold that the caller waits for' }),
});
export type AvailabilityAlerts = Static<typeof AvailabilityAlerts>;

const params = Type.Object({ listingId: Id });

export const listAvailabilityAlerts = endpoint({
  method: 'GET',
  path: '/api/availability-alerts',
  summary: 'The phones on hold whose return is announced to the caller',
  access: 'user',
  response: AvailabilityAlerts,
  errors: [],
});

export const addAvailabilityAlert = endpoint({
  method: 'PUT',
  path: '/api/availability-alerts/:listingId',
  summary: 'Be notified when a phone on hold is available again',
  access: 'user',
  accessRule: "not the caller's own phone, nor one that the caller has ordered",
  params,
  response: Modified,
  errors: ['product.not-found', 'availability-alert.not-on-hold', 'availability-alert.too-many'],
});

export const removeAvailabilityAlert = endpoint({
  method: 'DELETE',
  path: '/api/availability-alerts/:listingId',
  summary: 'No longer wait for a phone on hold',
  access: 'user',
  accessRule: "other people's alerts are ignored",
  params,
  response: Deleted,
  errors: [],
});
