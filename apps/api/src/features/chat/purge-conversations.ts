import { and, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { conversationReports, conversations } from '../../db/schema/index.ts';

/** Conversations that one statement deletes; all messages of them go with it, and it may take a minute. */
const batchSize = 1000;

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
  const due = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        lt(conversations.changedAt, sql`now() - make_interval(days => ${days})`),
        notExists(openReports),
      ),
    )
    .limit(batchSize);
  for (let deleted = 0; ; ) {
    const { rowCount } = await db.delete(conversations).where(inArray(conversations.id, due));
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return deleted;
  }
}
