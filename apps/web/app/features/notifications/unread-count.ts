import { countUnreadNotifications } from '@redial/contract';
import { createUnreadCounter } from '../../session/unread-counter.ts';

/** The number of unread notifications. */
export const { setUnreadCount, useUnreadCount } = createUnreadCounter({
  endpoint: countUnreadNotifications,
  type: 'notifications.changed',
  channel: 'unread',
});
