import type { Conversation, Message, MessagePhoto } from '@redial/contract';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { readerLocale } from '../../ui/reader-locale.ts';
import { ChatStepLine } from './chat-step-line.tsx';
import {
  deletedAccount,
  deletedMessage,
  describeHidden,
  formatTimeOfDay,
  warningTexts,
} from './chat-texts.ts';
import { MessagePhotos } from './message-photos.tsx';
import type { UnsentMessage } from './unsent-messages.ts';

/** Distance in pixels from the end within which the log follows new messages. */
const nearEnd = 120;

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString(readerLocale(), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  });

/**
 * The messages of a conversation, oldest first, with days and times in the zone of the reader. A
 * screen reader announces new ones; earlier ones, which are loaded on demand, are not announced.
 */
export function MessageLog({
  conversation,
  messages,
  hasEarlier,
  onEarlier,
  children,
}: {
  conversation: Conversation;
  messages: readonly Message[];
  hasEarlier: boolean;
  onEarlier: () => Promise<void>;
  /** Messages that are not sent yet. */
  children?: ReactNode;
}) {
  const log = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  /** Distance from the end while earlier messages are added above. */
  const heldFromEnd = useRef<number>(undefined);
  const [isLoading, setIsLoading] = useState(false);
  const last = messages.at(-1)?.number;
  const first = messages[0]?.number;

  // biome-ignore lint/correctness/useExhaustiveDependencies: when messages are added
  useLayoutEffect(() => {
    const { current } = log;
    if (!current) return;
    if (heldFromEnd.current !== undefined) {
      current.scrollTop = current.scrollHeight - heldFromEnd.current;
      heldFromEnd.current = undefined;
    } else if (isFollowing.current) current.scrollTop = current.scrollHeight;
  }, [first, last, children]);
  useEffect(() => {
    const { current } = log;
    if (!current) return;
    // A keyboard on the screen, or a rotated one, changes the height.
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) current.scrollTop = current.scrollHeight;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const loadEarlier = async () => {
    const { current } = log;
    setIsLoading(true);
    heldFromEnd.current = current ? current.scrollHeight - current.scrollTop : undefined;
    await onEarlier();
    setIsLoading(false);
  };
  const readByPartner = messages.findLast(
    ({ own, number }) => own && number <= conversation.readByPartner,
  )?.number;
  return (
    <div
      ref={log}
      role="log"
      aria-label="Messages"
      aria-live={isLoading ? 'off' : 'polite'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
      // What is left of the screen beside the header and the message that is written.
      className="relative h-[clamp(16rem,100dvh-34rem,40rem)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      {hasEarlier && (
        <p className="mb-4 text-center">
          <Button variant="outline" size="small" pending={isLoading} onClick={loadEarlier}>
            Earlier messages
          </Button>
        </p>
      )}
      {messages.length === 0 && !children && (
        <p className="py-10 text-center text-ink-soft">No messages yet. Write the first one.</p>
      )}
      <ol className="grid grid-cols-1 gap-3">
        {messages.map((message, index) => {
          const day = dayOf(message.at);
          const before = messages[index - 1];
          return (
            <li key={message.number} className="grid grid-cols-1 gap-3">
              {(!before || dayOf(before.at) !== day) && (
                <p className="text-center font-semibold text-ink-soft text-xs">{day}</p>
              )}
              {message.step ? (
                <ChatStepLine step={message.step} at={message.at} role={conversation.role} />
              ) : (
                <Entry
                  conversation={conversation}
                  message={message}
                  isRead={message.number === readByPartner}
                />
              )}
            </li>
          );
        })}
        {children}
      </ol>
    </div>
  );
}

/** Who wrote a message, as its reader calls them. */
function authorOf({ role, buyer, seller }: Conversation, { by, own }: Message): string {
  const name = (by === 'buyer' ? buyer : seller)?.name ?? deletedAccount;
  return own ? 'You' : role === 'admin' ? `${name} (${by})` : name;
}

function Entry({
  conversation,
  message,
  isRead,
}: {
  conversation: Conversation;
  message: Message;
  isRead: boolean;
}) {
  const { own, by, text, photos, hidden, warnings, at } = message;
  const isAdmin = conversation.role === 'admin';
  return (
    <Bubble
      right={isAdmin ? by === 'seller' : own}
      author={authorOf(conversation, message)}
      showAuthor={isAdmin}
      muted={text === null}
      text={text ?? deletedMessage}
      photos={photos}
      footer={
        <>
          <time dateTime={at} className="figures">
            {formatTimeOfDay(at)}
          </time>
          {isRead && ', read'}
        </>
      }
    >
      {hidden.length > 0 && text !== null && (
        <p className="mt-1 text-ink-soft text-xs">{describeHidden(hidden, own)}</p>
      )}
      {warnings.map((warning) => (
        <p
          key={warning}
          className="mt-1.5 flex gap-2 rounded-md bg-bad-wash px-3 py-2 text-bad text-sm"
        >
          <ShieldAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {warningTexts[warning]}
        </p>
      ))}
    </Bubble>
  );
}

/** A message that is not confirmed: on its way, waiting for the network, or refused. */
export function UnsentEntry({
  message: { clientId, text, photos = [], error },
  isWaiting,
  onRetry,
  onRemove,
}: {
  message: UnsentMessage;
  isWaiting: boolean;
  onRetry: () => void;
  onRemove: (clientId: string) => void;
}) {
  return (
    <li>
      <Bubble
        right
        author="You"
        text={text}
        photos={photos.map(({ id, url, ...size }) => ({ _id: id, img: url, ...size }))}
        muted
        footer={error === undefined && (isWaiting ? 'Waiting for the network' : 'Sending')}
      >
        {error !== undefined && (
          <>
            <p role="alert" className="mt-1 text-bad text-sm">
              Not sent: {error}
            </p>
            <p className="mt-1 flex justify-end gap-2">
              <Button variant="outline" size="small" onClick={onRetry}>
                Send again
              </Button>
              <Button variant="quiet" size="small" onClick={() => onRemove(clientId)}>
                Discard
              </Button>
            </p>
          </>
        )}
      </Bubble>
    </li>
  );
}

function Bubble({
  right,
  author,
  showAuthor = false,
  text,
  photos,
  muted = false,
  footer,
  children,
}: {
  right: boolean;
  author: string;
  showAuthor?: boolean;
  /** Empty for photos alone. */
  text: string;
  photos: readonly MessagePhoto[];
  muted?: boolean;
  footer: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={cx('max-w-[85%] sm:max-w-[75%]', right ? 'ml-auto text-right' : 'mr-auto')}>
      <p
        className={
          showAuthor ? 'wrap-anywhere mb-0.5 font-semibold text-ink-soft text-xs' : 'sr-only'
        }
      >
        <bdi>{author}</bdi>
        <span className="sr-only">:</span>
      </p>
      {photos.length > 0 && <MessagePhotos photos={photos} author={author} right={right} />}
      {text !== '' && (
        <p
          dir="auto"
          className={cx(
            'wrap-anywhere inline-block whitespace-pre-line rounded-xl px-4 py-2.5 text-left',
            right ? 'rounded-br-sm bg-accent-wash' : 'rounded-bl-sm bg-sunken',
            muted ? 'text-ink-soft italic' : 'text-ink',
          )}
        >
          {text}
        </p>
      )}
      {children}
      <p className="mt-0.5 text-ink-soft text-xs">{footer}</p>
    </div>
  );
}
