import { conversationPath } from '@redial/contract';
import { and, eq, gt, lt, min, sql } from 'drizzle-orm';
import { conversations, messages } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { publishLive } from '../live/index.ts';
import { readNotificationsAbout } from '../notifications/index.ts';
import { findOwnConversation, partnerOf } from './conversation.ts';

/**
 * Marks the messages up to a number as read, and the notifications of the conversation. What was read
 * stays read.
 *
 * @returns 1 if something was unread, else 0.
 * @throws Problem `conversation.not-found`
 */
export function readConversation(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id, upTo }: { id: string; upTo: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const conversation = await findOwnConversation(tx, actor, id);
    const read = conversation.buyerId === actor.id ? 'buyerRead' : 'sellerRead';
    const number = sql`least(${upTo}::int, ${conversations.lastNumber})`;
    const { rowCount } = await tx
      .update(conversations)
      .set({ [read]: number })
      .where(and(eq(conversations.id, id), lt(conversations[read], number)));
    if (!rowCount) return 0;
    const partnerId = partnerOf(conversation, actor);
    const next = await findNextUnread(tx, { id, partnerId, upTo });
    if (next !== null) {
      // It came while the others were read, and was not the first unread one.
      await emit(tx, {
        type: 'messages.unread',
        conversationId: id,
        recipientId: actor.id,
        number: next,
      });
    }
    await publishLive(tx, [actor.id, partnerId], { type: 'conversations.changed' });
    await readNotificationsAbout(tx, actor.id, conversationPath(id));
    return 1;
  });
}

/** The number of the partner's first message after those that were read; null without one. */
async function findNextUnread(
  tx: Transaction,
  { id, partnerId, upTo }: { id: string; partnerId: string; upTo: number },
): Promise<number | null> {
  const [next] = await tx
    .select({ number: min(messages.number) })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, id),
        eq(messages.authorId, partnerId),
        gt(messages.number, upTo),
      ),
    );
  return next?.number ?? null;
}
