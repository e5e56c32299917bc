import { chatLimits, type Message } from '@redial/contract';
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { conversations, messages, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { publishLive } from '../live/index.ts';
import { findOwnConversation, partnerOf } from './conversation.ts';
import { readerOf, selectConversations } from './list-conversations.ts';
import { attachPhotos } from './photos.ts';
import { presentMessages, selectMessages } from './present-messages.ts';
import { requireWritable } from './require-writable.ts';

/**
 * Sends a message. Its number follows that of the message before, because the transaction locks the
 * conversation. A message that a client sends again, because it missed the response, is not stored
 * again.
 *
 * @throws Problem `conversation.not-found`, `conversation.closed`, `message.limit-reached`,
 *   `account.suspended`, `validation.failed`
 */
export async function sendMessage(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  input: { id: string; clientId: string; text: string; photos?: readonly string[] },
): Promise<Message> {
  const { db, settings } = deps;
  const { clientId, photos = [] } = input;
  const isEmpty = photos.length > 0 && input.text.trim() === '';
  const text = isEmpty ? '' : parseText(input.text, 'text', 'Write something first');
  const sent = await inTransaction(db, async (tx) => {
    // Serializes the messages of a person, so that the limit holds.
    const { suspended } = await lockActiveUser(tx, actor, 'no key update');
    const conversation = await findOwnConversation(tx, actor, input.id);
    const [before] = await tx
      .select()
      .from(messages)
      .where(and(eq(messages.authorId, actor.id), eq(messages.clientId, clientId)));
    if (before) {
      if (before.conversationId !== conversation.id) throw new Problem('conversation.not-found');
      return before;
    }
    const partnerId = partnerOf(conversation, actor);
    await requireWritable(tx, actor, conversation, suspended);
    await requireLimit(tx, actor, settings.rateLimitScale);
    const [changed] = await tx
      .update(conversations)
      .set({
        lastNumber: sql`${conversations.lastNumber} + 1`,
        changedAt: sql`now()`,
        // What was being written has arrived.
        [conversation.buyerId === actor.id ? 'buyerTypingAt' : 'sellerTypingAt']: null,
      })
      .where(eq(conversations.id, conversation.id))
      .returning();
    if (!changed) throw new Error('the conversation is gone');
    const { lastNumber: number } = changed;
    const readByPartner =
      conversation.buyerId === actor.id ? changed.sellerRead : changed.buyerRead;
    const [message] = await tx
      .insert(messages)
      .values({
        id: newId(),
        conversationId: conversation.id,
        number,
        authorId: actor.id,
        clientId,
        text,
      })
      .returning();
    if (!message) throw new Error('the message was not stored');
    await attachPhotos(tx, actor, photos, message);
    if (await isFirstUnread(tx, actor, message, readByPartner)) {
      await emit(tx, {
        type: 'messages.unread',
        conversationId: conversation.id,
        recipientId: partnerId,
        number,
      });
    }
    await publishLive(tx, [actor.id, partnerId], { type: 'conversations.changed' });
    return message;
  });
  return presentSent(deps, actor, sent);
}

/** Whether the partner has read all messages of the author before this one. */
async function isFirstUnread(
  tx: Transaction,
  author: User,
  { conversationId, number }: typeof messages.$inferSelect,
  readByPartner: number,
): Promise<boolean> {
  const unread = await tx.$count(
    messages,
    and(
      eq(messages.conversationId, conversationId),
      eq(messages.authorId, author.id),
      gt(messages.number, readByPartner),
      lte(messages.number, number),
    ),
  );
  return unread === 1;
}

async function requireLimit(tx: Transaction, actor: User, scale: number): Promise<void> {
  const { messagesPerMinute, messagesPerMinuteOfNewAccount } = chatLimits;
  const [account] = await tx
    .select({ isNew: sql<boolean>`${users.createdAt} > now() - interval '24 hours'` })
    .from(users)
    .where(eq(users.id, actor.id));
  const limit = account?.isNew ? messagesPerMinuteOfNewAccount : messagesPerMinute;
  const sent = await tx.$count(
    messages,
    and(eq(messages.authorId, actor.id), gt(messages.at, sql`now() - interval '1 minute'`)),
  );
  if (sent >= Math.ceil(limit * scale)) throw new Problem('message.limit-reached');
}

/** The author reads what of the message is hidden from the partner. */
async function presentSent(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { conversationId, number }: typeof messages.$inferSelect,
): Promise<Message> {
  const { db } = deps;
  const [row] = await selectConversations(db, actor).where(eq(conversations.id, conversationId));
  const latest = await selectMessages(db)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.authorId, actor.id),
        lte(messages.number, number),
      ),
    )
    .orderBy(desc(messages.number))
    .limit(3);
  const sent = row && presentMessages(latest.toReversed(), readerOf(row, actor, deps)).at(-1);
  if (!sent) throw new Error('the message is gone');
  return sent;
}
