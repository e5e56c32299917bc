import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Deleted, Id, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of Web Push, part of the error catalogue. */
export const pushErrors = {
  'push.service-refused': {
    status: 422,
    title: 'Redial does not send notifications to the push service of this browser',
  },
  'push.keys-invalid': { status: 422, title: 'The keys of this subscription are not valid' },
} as const satisfies ErrorDefinitions;

/** Browsers of a user that show notifications, at most; a further one replaces the least used. */
export const maxPushSubscriptions = 10;

/** Base64url of an uncompressed point of P-256, and of 16 bytes (RFC 8291, 3). */
const publicKeyPattern = '^B[\\w-]{86}$';
const authPattern = '^[\\w-]{22}$';

export const PushSubscriptions = Type.Object({
  publicKey: orNull(
    Type.String({
      description:
        'The `applicationServerKey` (VAPID) to subscribe with; null if this installation has none',
    }),
  ),
  subscriptions: Type.Array(
    Type.Object({
      _id: Id,
      endpoint: Type.String({ description: 'By which a browser recognizes its own' }),
      since: DateTime,
    }),
    { description: 'Those made last first' },
  ),
});
export type PushSubscriptions = Static<typeof PushSubscriptions>;

export const listPushSubscriptions = endpoint({
  method: 'GET',
  path: '/api/push-subscriptions',
  summary: "The caller's browsers that show notifications (Web Push)",
  access: 'user',
  response: PushSubscriptions,
  errors: [],
});

export const putPushSubscription = endpoint({
  method: 'PUT',
  path: '/api/push-subscriptions',
  summary: 'Send notifications to a browser',
  access: 'user',
  accessRule: 'ends with the session in which it was made',
  body: Type.Object({
    endpoint: Type.String({ minLength: 1, maxLength: 1000, pattern: '^https?://' }),
    keys: Type.Object({
      p256dh: Type.String({ pattern: publicKeyPattern }),
      auth: Type.String({ pattern: authPattern }),
    }),
  }),
  response: PushSubscriptions,
  errors: ['push.service-refused', 'push.keys-invalid'],
});

export const deletePushSubscriptions = endpoint({
  method: 'DELETE',
  path: '/api/push-subscriptions',
  summary: 'Send no more notifications to one of the browsers, or to all',
  access: 'user',
  accessRule: "other people's subscriptions are ignored",
  query: Type.Object({ id: Type.Optional(Id) }),
  response: Deleted,
  errors: [],
});
