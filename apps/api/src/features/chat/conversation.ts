import { and, eq, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { conversations } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';

export type ConversationRow = typeof conversations.$inferSelect;

/** SQL condition: the user is one of the two people of a conversation. */
export const isParty = ({ id }: Pick<User, 'id'>) =>
  or(eq(conversations.buyerId, id), eq(conversations.sellerId, id));

/**
 * Finds a conversation of the caller.
 *
 * @throws Problem `conversation.not-found`, also for conversations of others
 */
export async function findOwnConversation(
  db: Executor,
  actor: Pick<User, 'id'>,
  id: string,
): Promise<ConversationRow> {
  const [row] = await db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), isParty(actor)));
  if (!row) throw new Problem('conversation.not-found');
  return row;
}

/** The other person of a conversation. */
export const partnerOf = (
  { buyerId, sellerId }: Pick<ConversationRow, 'buyerId' | 'sellerId'>,
  { id }: Pick<User, 'id'>,
): string => (id === buyerId ? sellerId : buyerId);

/** Why no messages can be sent in a conversation: somebody is blocked, or the partner's account is gone. */
export type Blocked = 'by-you' | 'by-partner' | 'gone';

/** SQL: the reason, for a person and the partner; null if messages can be sent. */
export const blockedBetween = (userId: string, partnerId: unknown) => sql<Blocked | null>`case
  when exists (select from blocks where blocker_id = ${userId} and blocked_id = ${partnerId})
    then 'by-you'
  when exists (select from users where id = ${partnerId} and removed_at is not null) then 'gone'
  when exists (select from blocks where blocker_id = ${partnerId} and blocked_id = ${userId})
    then 'by-partner' end`;
