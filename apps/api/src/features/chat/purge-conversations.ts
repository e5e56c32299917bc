import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { conversationReports, conversations } from '../../db/schema/index.ts';

/**
 * Deletes conversations in which nobody has written for long, with their messages. Those with an open
 * report stay.
 *
 * @param days age of the last message from which a conversation is deleted.
 * @returns the number of deleted conversations.
 */
export async function purgeConversations(db: Database, days: number): Promise<number> {
  const openReports = db
    .select({ id: conversationReports.id })
    .from(conversationReports)
    .where(
      and(
        eq(conversationReports.conversationId, conversations.id),
        isNull(conversationReports.closedAt),
      ),
    );
  const { rowCount } = await db
    .delete(conversations)
    .where(
      and(
        lt(conversations.changedAt, sql`now() - make_interval(days => ${days})`),
        notExists(openReports),
      ),
    );
  return rowCount ?? 0;
}
