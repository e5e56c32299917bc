import { type Conversation, conversationPath, partnerOf } from '@redial/contract';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { formatDateTime, formatShortTime } from '../../ui/date-time.ts';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { deletedAccount, previewOf } from './chat-texts.ts';

/** Conversations with their last message, newest first. */
export function ConversationList({ conversations }: { conversations: readonly Conversation[] }) {
  return (
    <ul aria-label="Conversations" className="grid grid-cols-1 gap-3">
      {conversations.map((conversation) => (
        <li key={conversation._id}>
          <Entry conversation={conversation} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ conversation }: { conversation: Conversation }) {
  const { _id: id, product, role, lastMessage, unread, at } = conversation;
  const partner = partnerOf(conversation);
  const name = partner?.name ?? deletedAccount;
  return (
    <Link
      to={conversationPath(id)}
      className={cx(
        'flex items-center gap-4 rounded-lg border border-line px-4 py-3.5 hover:bg-sunken sm:px-5',
        unread > 0 ? 'bg-accent-wash' : 'bg-surface',
      )}
    >
      <span className="relative shrink-0">
        <ProductImage src={product.img} alt="" sizes="4rem" className="size-14 rounded-md" />
        <span className="absolute -right-2 -bottom-2 rounded-full bg-surface p-0.5">
          <Avatar name={name} photo={partner?.photo ?? null} className="size-7 text-2xs" />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className={cx('wrap-anywhere min-w-0', unread > 0 ? 'font-bold' : 'font-semibold')}>
            <bdi>{name}</bdi>
          </span>
          <time dateTime={at} title={formatDateTime(at)} className="figures text-ink-soft text-xs">
            {formatShortTime(at)}
          </time>
        </span>
        <span className="block truncate text-ink-soft text-sm">
          <ProductName name={product.name} />
        </span>
        <span className="flex items-center gap-3">
          <span className="min-w-0 flex-1 truncate text-sm" dir="auto">
            {lastMessage === null ? 'No messages yet' : previewOf(lastMessage, role)}
          </span>
          {unread > 0 && (
            <span className="figures min-w-5 shrink-0 rounded-full bg-accent px-1.5 text-center font-bold text-2xs text-on-accent leading-5">
              {unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
