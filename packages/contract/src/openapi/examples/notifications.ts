import type { EndpointExamples } from '../example.ts';
import { product } from './fixtures.ts';

const kinds = [
  { kind: 'orders', inApp: true, mail: 'now', push: true },
  { kind: 'messages', inApp: true, mail: 'now', push: true },
  { kind: 'reminders', inApp: true, mail: 'now', push: true },
  { kind: 'disputes', inApp: true, mail: 'now', push: true },
  { kind: 'reviews', inApp: true, mail: 'now', push: true },
  { kind: 'favourites', inApp: true, mail: 'now', push: true },
  { kind: 'availability', inApp: true, mail: 'now', push: true },
  { kind: 'offers', inApp: true, mail: 'now', push: true },
  { kind: 'searches', inApp: true, mail: 'now', push: true },
] as const;

export const notificationExamples = {
  listNotifications: {
    tag: 'Notifications',
    description:
      'The notifications of the last 180 days, newest first. `path` is the page on which the reader goes on.',
    query: {},
    response: {
      unread: 1,
      notifications: [
        {
          _id: 1,
          kind: 'listings',
          title: 'Your phone is off the market',
          text: 'It was reported, and we agree with the report.',
          path: '/dashboard/myproducts',
          subject: { type: 'product', id: product._id, title: product.name },
          at: '2026-11-22T14:00:00.000Z',
          readAt: null,
        },
      ],
      nextBefore: null,
    },
  },
  countUnreadNotifications: {
    tag: 'Notifications',
    description: 'The number on the bell. Cheaper than the list.',
    response: { unread: 1 },
  },
  readNotifications: {
    tag: 'Notifications',
    description:
      'Marks the named notifications as read, or with `upTo` all up to that one: those that arrived after the list was loaded stay unread.',
    body: { upTo: 1 },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': { detail: 'Give either ids or upTo', field: 'body.ids' },
    },
  },
  getNotificationSettings: {
    tag: 'Notifications',
    description:
      'The kinds of notifications that concern the caller’s role. Mails about the account itself, such as a new password, are always sent.',
    response: { kinds: [...kinds] },
  },
  changeNotificationSettings: {
    tag: 'Notifications',
    description: 'Changes the kinds that are named and returns all.',
    body: { kinds: [{ kind: 'reminders', inApp: true, mail: 'daily' }] },
    response: {
      kinds: kinds.map((one) =>
        one.kind === 'reminders'
          ? { kind: 'reminders', inApp: true, mail: 'daily', push: true }
          : one,
      ),
    },
  },
  unsubscribe: {
    tag: 'Notifications',
    description:
      'The target of the `List-Unsubscribe` header of mails: stops the mails of one kind, or with the link of a daily mail those of all kinds in it. The body is ignored, so that it takes the form that mail clients send. The notification centre stays as it is.',
    query: { token: 'eyJhbGciOiJIUzI1NiJ9.example.signature' },
    response: { kinds: ['reminders'] },
  },
} as const satisfies EndpointExamples<
  | 'listNotifications'
  | 'countUnreadNotifications'
  | 'readNotifications'
  | 'getNotificationSettings'
  | 'changeNotificationSettings'
  | 'unsubscribe'
>;
