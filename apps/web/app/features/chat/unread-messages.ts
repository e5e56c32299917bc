import { countUnreadMessages } from '@redial/contract';
import { createUnreadCounter } from '../../session/unread-counter.ts';

/** The number of unread messages in all conversations. */
export const { setUnreadCount: setUnreadMessages, useUnreadCount: useUnreadMessages } =
  createUnreadCounter({
    endpoint: countUnreadMessages,
    type: 'conversations.changed',
    channel: 'unread-messages',
  });
