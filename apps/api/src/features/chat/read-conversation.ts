import { conversationPath } from '@redial/contract';
import { and, eq, lt, sql } from 'drizzle-orm';
import { conversations } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
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
    await publishLive(tx, [actor.id, partnerOf(conversation, actor)], {
      type: 'conversations.changed',
    });
    await readNotificationsAbout(tx, actor.id, conversationPath(id));
    return 1;
  });
}
