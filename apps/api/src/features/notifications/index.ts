export {
  type DueNotification,
  listDigestRecipients,
  takeDigest,
} from './digest-queue.ts';
export { listOwnNotificationData } from './list-own-data.ts';
export { purgeNotifications } from './purge-notifications.ts';
export { readNotificationsAbout } from './read-notifications-about.ts';
export { type NotificationSubject, recordNotification } from './record-notification.ts';
export { concerns } from './settings.ts';
export { createUnsubscribeLinks } from './unsubscribe.ts';
