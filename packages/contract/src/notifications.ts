import Type, { type Static } from 'typebox';
import type { Role } from './accounts.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import type { StaffRole } from './staff.ts';

/** Errors of notifications, part of the error catalogue. */
export const notificationErrors = {
  'unsubscribe.link-invalid': {
    status: 422,
    title: 'This unsubscribe link is incomplete or out of date',
  },
} as const satisfies ErrorDefinitions;

/**
 * The kinds of notifications, which people switch on and off one by one. Mails about the account
 * itself, such as a new password, are not among them: they are always sent.
 */
export const notificationKinds = [
  'orders',
  'messages',
  'reminders',
  'disputes',
  'payouts',
  'listings',
  'reviews',
  'favourites',
  'availability',
  'offers',
  'searches',
  'moderation',
  'escalations',
  'operation',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** All kinds: also `account`, which nobody can switch off, because somebody else may be signed in. */
export const allNotificationKinds = [...notificationKinds, 'account'] as const;
export type AnyNotificationKind = (typeof allNotificationKinds)[number];

/** What each kind is called in the settings, and whom it concerns: only they get it and can set it. */
export const notificationKindTexts = {
  orders: {
    title: 'Orders and sales',
    description: 'Every step from the order to the money',
    roles: ['buyer', 'seller', 'admin'],
  },
  messages: {
    title: 'Messages',
    description: 'What buyers and sellers write to you, if you have not read it after a minute',
    roles: ['buyer', 'seller', 'admin'],
  },
  reminders: {
    title: 'Reminders',
    description: 'Before a deadline ends',
    roles: ['buyer', 'seller', 'admin'],
  },
  disputes: {
    title: 'Disputes and returns',
    description: 'Messages, proposals and decisions',
    roles: ['buyer', 'seller', 'admin'],
  },
  payouts: {
    title: 'Payouts',
    description: 'Money that has arrived at your bank, or has not',
    roles: ['seller'],
  },
  listings: {
    title: 'Your listings',
    description: 'Verification, and what our moderators decide',
    roles: ['seller'],
  },
  reviews: {
    title: 'Reviews',
    description: 'Reviews about you, and replies to yours',
    roles: ['buyer', 'seller', 'admin'],
  },
  favourites: {
    title: 'Favourites',
    description: 'A favourite gets cheaper, is sold, or is available again',
    roles: ['buyer', 'seller', 'admin'],
  },
  availability: {
    title: 'Phones on hold',
    description: 'A phone that you wait for is available again',
    roles: ['buyer', 'seller', 'admin'],
  },
  offers: {
    title: 'Offers',
    description: 'Offers on your phones, answers to yours, and prices that sellers offer you',
    roles: ['buyer', 'seller', 'admin'],
  },
  searches: {
    title: 'Saved searches',
    description: 'New phones that one of your searches has found',
    roles: ['buyer', 'seller', 'admin'],
  },
  moderation: {
    title: 'Moderation',
    description: 'Something new in the moderation queue, and appeals',
    roles: ['moderator', 'admin'],
  },
  escalations: {
    title: 'Disputes to decide',
    description: 'A party has not answered in time, so Redial decides',
    roles: ['support', 'admin'],
  },
  operation: {
    title: 'Running Redial',
    description: 'Failed checks and backups',
    roles: ['admin'],
  },
  account: {
    title: 'Your account',
    description: 'Sign-ins from new devices, and changes of the account',
    roles: [],
  },
} as const satisfies Record<
  AnyNotificationKind,
  { title: string; description: string; roles: readonly (Role | StaffRole)[] }
>;

/** When a notification is sent by mail: at once, in one mail a day, or not at all. */
export const mailFrequencies = ['now', 'daily', 'off'] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** How a kind is delivered to somebody who has not chosen. */
export const defaultDelivery = { inApp: true, mail: 'now', push: true } as const;

export const notificationsPerPage = 30;

export const Notification = Type.Object({
  _id: Type.Integer(),
  kind: Type.Enum(allNotificationKinds),
  title: Type.String(),
  text: Type.String(),
  path: Type.String({ description: 'Path of the page on which the reader goes on' }),
  subject: orNull(
    Type.Object(
      {
        type: Type.Enum(['order', 'product']),
        id: Id,
        title: Type.String(),
      },
      { description: 'What it is about; notifications about the same subject belong together' },
    ),
  ),
  at: DateTime,
  readAt: orNull(DateTime),
});
export type Notification = Static<typeof Notification>;

export const NotificationList = Type.Object({
  unread: Type.Integer({ minimum: 0, description: 'All unread ones of the caller' }),
  notifications: Type.Array(Notification, { description: 'Newest first' }),
  nextBefore: orNull(Type.Integer({ description: '`before` of the next page' })),
});
export type NotificationList = Static<typeof NotificationList>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: "The caller's notifications",
  access: 'user',
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Continues the list before this notification' }),
    ),
    unread: Type.Optional(Type.Literal('only')),
  }),
  response: NotificationList,
  errors: [],
});

export const countUnreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread-count',
  summary: 'The number of unread notifications',
  access: 'user',
  response: Type.Object({ unread: Type.Integer({ minimum: 0 }) }),
  errors: [],
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read',
  access: 'user',
  accessRule: "other people's notifications are ignored",
  body: Type.Object({
    ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 100 })),
    upTo: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Without `ids`: all up to this one' }),
    ),
  }),
  response: Modified,
  errors: ['validation.failed'],
});

const kindSetting = {
  kind: Type.Enum(notificationKinds),
  inApp: Type.Boolean({ description: 'Whether it is shown in the notification centre' }),
  mail: Type.Enum(mailFrequencies),
};
const push = Type.Boolean({
  description:
    "Whether the caller's browsers that are switched on show it (`/api/push-subscriptions`)",
});

export const NotificationSettings = Type.Object({
  kinds: Type.Array(Type.Object({ ...kindSetting, push }), { maxItems: notificationKinds.length }),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export const NotificationSettingsChange = Type.Object({
  kinds: Type.Array(Type.Object({ ...kindSetting, push: Type.Optional(push) }), {
    maxItems: notificationKinds.length,
  }),
});
export type NotificationSettingsChange = Static<typeof NotificationSettingsChange>;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  summary: 'How each kind of notification is delivered to the caller',
  access: 'user',
  response: NotificationSettings,
  errors: [],
});

export const changeNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notification-settings',
  summary: 'Change how kinds of notifications are delivered',
  access: 'user',
  accessRule: 'kinds that are not named stay as they are, as does a `push` that is not',
  body: NotificationSettingsChange,
  response: NotificationSettings,
  errors: [],
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  summary: 'Stop the mails like one mail, with its link (RFC 8058)',
  access: 'public',
  query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: Type.Object({
    kinds: Type.Array(Type.Enum(notificationKinds), {
      description: 'The kinds of which no mails are sent any more',
    }),
  }),
  errors: ['unsubscribe.link-invalid'],
});
