import { type Message, sendMessage } from '@redial/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../session/call.ts';
import { reconnectDelayMs } from '../../session/reconnect-delay.ts';
import type { UploadedPhoto } from './composed-photos.ts';
import { readUnsent, saveUnsent, type UnsentMessage } from './unsent-messages.ts';

/** Statuses of responses after which a message is sent again: none, and an overloaded server. */
const temporary = new Set([0, 502, 503, 504]);

/**
 * The messages of a conversation that are not confirmed yet. They are sent one after another, so that
 * they arrive in order; while the server cannot be reached they wait. One that the server refuses waits
 * for its author.
 *
 * @param onSent receives each message that the server has stored.
 */
export function useUnsent(conversationId: string, onSent: (message: Message) => void) {
  const [unsent, setUnsent] = useState(() => readUnsent(conversationId));
  const [isWaiting, setIsWaiting] = useState(false);
  /** What is unsent now, between renders. */
  const current = useRef(unsent);
  const isSending = useRef(false);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);

  const change = (next: readonly UnsentMessage[]) => {
    current.current = next;
    saveUnsent(conversationId, next);
    setUnsent(next);
  };
  const remove = (clientId: string) =>
    change(current.current.filter((one) => one.clientId !== clientId));

  const sendAll = useEffectEvent(async (attempt: number) => {
    if (isSending.current) return;
    clearTimeout(retry.current);
    isSending.current = true;
    let isTemporary = false;
    for (;;) {
      const next = current.current.find(({ error }) => error === undefined);
      if (!next) break;
      const { clientId, text, photos = [] } = next;
      const body = { clientId, text, photos: photos.map(({ id }) => id) };
      const result = await call(sendMessage, { params: { id: conversationId }, body });
      if (result.ok) {
        onSent(result.value);
        remove(clientId);
        attempt = 0;
      } else if (temporary.has(result.error.status)) {
        isTemporary = true;
        break;
      } else {
        const error = result.error.message;
        change(current.current.map((one) => (one.clientId === clientId ? { ...one, error } : one)));
      }
    }
    isSending.current = false;
    setIsWaiting(isTemporary);
    if (isTemporary) {
      retry.current = setTimeout(() => void sendAll(attempt + 1), reconnectDelayMs(attempt));
    }
  });

  useEffect(() => {
    void sendAll(0);
    const onOnline = () => void sendAll(0);
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      clearTimeout(retry.current);
    };
  }, []);
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (wanted > 0) void sendAll(0);
  }, [wanted]);

  return {
    unsent,
    isWaiting,
    add: (text: string, photos: readonly UploadedPhoto[]) => {
      change([...current.current, { clientId: crypto.randomUUID(), text, photos }]);
      setWanted((count) => count + 1);
    },
    retry: () => {
      change(current.current.map(({ error: _, ...one }) => one));
      setWanted((count) => count + 1);
    },
    remove,
  };
}
