import { chatLimits } from '@redial/contract';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { conversations } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { publishLive } from '../live/index.ts';
import { blockedBetween, findOwnConversation, partnerOf } from './conversation.ts';

/**
 * Shows the partner that the caller is writing, for some seconds. Repetitions within a part of them
 * change nothing; of somebody who is blocked, nothing is shown.
 *
 * @returns 1 if the partner is notified, else 0.
 * @throws Problem `conversation.not-found`
 */
export function reportTyping(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const conversation = await findOwnConversation(tx, actor, id);
    const partnerId = partnerOf(conversation, actor);
    const field = conversation.buyerId === actor.id ? 'buyerTypingAt' : 'sellerTypingAt';
    const typingAt = conversations[field];
    const isOld = or(
      isNull(typingAt),
      lt(typingAt, sql`now() - make_interval(secs => ${chatLimits.typingRepeatSeconds})`),
    );
    const { rowCount } = await tx
      .update(conversations)
      .set({ [field]: sql`now()` })
      .where(and(eq(conversations.id, id), isOld, isNull(blockedBetween(actor.id, partnerId))));
    if (!rowCount) return 0;
    await publishLive(tx, [partnerId], { type: 'conversations.changed' });
    return 1;
  });
}
