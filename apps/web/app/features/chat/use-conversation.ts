import {
  type Conversation,
  chatLimits,
  listMessages,
  type Message,
  type ResponseOf,
  readConversation,
} from '@redial/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../session/call.ts';
import { useLiveUpdates } from '../../session/live-events.ts';
import { findGap, mergeMessages } from './merge-messages.ts';

type Page = ResponseOf<typeof listMessages>;

interface State {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
}

/**
 * A conversation that stays up to date: after each live update, and when the connection or the tab is
 * back, the newest messages are loaded, and those in between if there are more. What is visible is
 * marked as read.
 */
export function useConversation(initial: Page) {
  const [state, setState] = useState<State>(initial);
  const current = useRef(state);
  const { _id: id } = initial.conversation;
  const params = { id };
  const isRefreshing = useRef(false);
  const isStale = useRef(false);
  const readUpTo = useRef(0);

  const change = useCallback((next: State) => {
    current.current = next;
    setState(next);
  }, []);
  const merge = useCallback(
    (page: readonly Message[], conversation = current.current.conversation) => {
      const { messages, hasEarlier } = current.current;
      change({ conversation, messages: mergeMessages(messages, page), hasEarlier });
    },
    [change],
  );

  const markRead = useCallback(async () => {
    const { conversation, messages } = current.current;
    const last = messages.findLast(({ own }) => !own)?.number ?? 0;
    const isUnread = conversation.unread > 0 && last > readUpTo.current;
    if (conversation.role === 'admin' || !isUnread || document.visibilityState !== 'visible')
      return;
    readUpTo.current = last;
    const result = await call(readConversation, { params: { id }, body: { upTo: last } });
    if (!result.ok) readUpTo.current = 0;
  }, [id]);

  const load = useCallback(async () => {
    const newest = await call(listMessages, { params: { id }, query: {} });
    if (!newest.ok) return;
    const { conversation, messages, hasEarlier } = newest.value;
    if (conversation.contactsShown !== current.current.conversation.contactsShown) {
      // Also the texts of earlier messages are different now.
      change({ conversation, messages, hasEarlier });
      return;
    }
    for (;;) {
      const after = findGap(current.current.messages, messages);
      if (after === undefined) break;
      const between = await call(listMessages, { params: { id }, query: { after } });
      if (!between.ok || between.value.messages.length === 0) return;
      merge(between.value.messages);
    }
    merge(messages, conversation);
  }, [id, change, merge]);

  const refresh = useCallback(async () => {
    if (isRefreshing.current) {
      isStale.current = true;
      return;
    }
    isRefreshing.current = true;
    do {
      isStale.current = false;
      await load();
    } while (isStale.current);
    isRefreshing.current = false;
    await markRead();
  }, [load, markRead]);

  const { conversation } = state;
  useEffect(() => {
    if (!conversation.partnerTyping) return;
    const stop = () => {
      const { conversation, ...rest } = current.current;
      change({ ...rest, conversation: { ...conversation, partnerTyping: false } });
    };
    const timer = setTimeout(stop, chatLimits.typingSeconds * 1000);
    return () => clearTimeout(timer);
  }, [conversation, change]);

  useLiveUpdates(() => void refresh());
  useEffect(() => {
    // The page may have been loaded before it was shown, or restored from the history.
    void refresh();
    const onBack = () => document.visibilityState === 'visible' && void refresh();
    addEventListener('online', onBack);
    document.addEventListener('visibilitychange', onBack);
    return () => {
      removeEventListener('online', onBack);
      document.removeEventListener('visibilitychange', onBack);
    };
  }, [refresh]);

  return {
    ...state,
    refresh,
    addSent: (message: Message) => merge([message]),
    loadEarlier: async () => {
      const before = current.current.messages[0]?.number;
      if (before === undefined) return;
      const earlier = await call(listMessages, { params, query: { before } });
      if (!earlier.ok) return earlier.error.message;
      const { conversation, messages } = current.current;
      change({
        conversation,
        messages: mergeMessages(earlier.value.messages, messages),
        hasEarlier: earlier.value.hasEarlier,
      });
      return undefined;
    },
  };
}
