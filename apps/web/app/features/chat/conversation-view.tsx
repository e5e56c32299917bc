import { type Conversation, type listMessages, partnerOf, type ResponseOf } from '@redial/contract';
import { LockKeyhole } from 'lucide-react';
import { href, Link } from 'react-router';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { toast } from '../../ui/toast.ts';
import { blockedTexts } from './chat-texts.ts';
import { Composer } from './composer.tsx';
import { ConversationActions } from './conversation-actions.tsx';
import { MessageLog, UnsentEntry } from './message-log.tsx';
import { PhotoDrop } from './photo-drop.tsx';
import { useConversation } from './use-conversation.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';
import { useTyping } from './use-typing.ts';
import { useUnsent } from './use-unsent.ts';

/** A conversation as one of its people reads and continues it; an admin only reads. */
export function ConversationView({ initial }: { initial: ResponseOf<typeof listMessages> }) {
  const chat = useConversation(initial);
  const { conversation, messages } = chat;
  const { _id: id, blocked, role, photosAllowed } = conversation;
  const uploads = usePhotoUploads(id);
  const canSendPhotos = photosAllowed && !blocked;
  const onTyping = useTyping(id);
  const { unsent, isWaiting, add, retry, remove } = useUnsent(id, chat.addSent);
  const confirmed = new Set(messages.map(({ clientId }) => clientId));
  const shown = unsent.filter(({ clientId }) => !confirmed.has(clientId));
  return (
    <PhotoDrop onDrop={canSendPhotos ? uploads.add : undefined}>
      <ChatSubject conversation={conversation} />
      <MessageLog
        conversation={conversation}
        messages={messages}
        hasEarlier={chat.hasEarlier}
        onEarlier={async () => {
          const problem = await chat.loadEarlier();
          if (problem) toast.error(problem);
        }}
      >
        {shown.length > 0 &&
          shown.map((message) => (
            <UnsentEntry
              key={message.clientId}
              message={message}
              isWaiting={isWaiting}
              onRetry={retry}
              onRemove={remove}
            />
          ))}
      </MessageLog>
      <Typing conversation={conversation} />
      {role !== 'admin' &&
        (blocked ? (
          <p className="mt-4 rounded-lg bg-sunken px-5 py-4 text-sm">{blockedTexts[blocked]}</p>
        ) : (
          <Composer
            draft={`message:${id}`}
            uploads={canSendPhotos ? uploads : undefined}
            onTyping={onTyping}
            onSend={(text, photos) => {
              add(text, photos);
              return true;
            }}
          >
            <PhotoRules conversation={conversation} />
          </Composer>
        ))}
      {role !== 'admin' && (
        <ConversationActions conversation={conversation} onChange={chat.refresh} />
      )}
    </PhotoDrop>
  );
}

/** When photos can be sent, and what nobody checks in them. */
function PhotoRules({ conversation }: { conversation: Conversation }) {
  const { photosAllowed, contactsShown } = conversation;
  const partner = partnerOf(conversation);
  if (photosAllowed && contactsShown) return null;
  return (
    <p className="wrap-anywhere mt-3 text-ink-soft text-sm">
      {photosAllowed ? (
        'Numbers and links in photos cannot be hidden. Do not send yours, and do not follow those of others: who leaves Redial before paying is not protected.'
      ) : (
        <>
          You can send photos once <bdi>{partner?.name ?? 'the other person'}</bdi> has written to
          you here.
        </>
      )}
    </p>
  );
}

/** Whether the partner is writing, on a line that is always there. */
function Typing({ conversation }: { conversation: Conversation }) {
  const partner = partnerOf(conversation);
  return (
    <p aria-live="polite" className="mt-2 min-h-5 truncate text-ink-soft text-sm">
      {conversation.partnerTyping && partner && (
        <>
          <bdi>{partner.name}</bdi> is writing …
        </>
      )}
    </p>
  );
}

/** The phone that a conversation is about, and what is hidden until it is paid. */
function ChatSubject({
  conversation: { product, contactsShown, role },
}: {
  conversation: Conversation;
}) {
  return (
    <div className="mb-4 grid gap-3">
      <p className="flex items-center gap-3">
        <ProductImage
          src={product.img}
          alt=""
          sizes="3rem"
          className="size-12 shrink-0 rounded-md"
        />
        <Link
          to={href('/products/:id', { id: product._id })}
          className="wrap-anywhere inline-flex min-h-6 min-w-0 items-center rounded-sm font-semibold underline-offset-4 hover:underline"
        >
          <ProductName name={product.name} />
        </Link>
      </p>
      {!contactsShown && (
        <p className="flex gap-2 text-ink-soft text-sm">
          <LockKeyhole className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          Phone numbers, addresses and links are hidden until an order between you is paid. Until
          then, Redial protects you only here.
        </p>
      )}
      {role === 'admin' && (
        <p className="text-ink-soft text-sm">
          You read this conversation because it is reported. That is recorded.
        </p>
      )}
    </div>
  );
}
