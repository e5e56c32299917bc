import { type Conversation, type Message, messagesPerPage } from '@redial/contract';
import { and, asc, desc, eq, gt, isNull, lt, type SQL } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { conversationReports, conversations, messages } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { isRecordedWithin, recordAction } from '../audit/index.ts';
import { isParty } from './conversation.ts';
import { readerOf, selectConversations, toConversation } from './list-conversations.ts';
import { presentMessages, type StoredMessage, selectMessages } from './present-messages.ts';

/** Messages of an author before and after one, with which it is judged. */
const contextSize = 2;

/**
 * Lists messages of a conversation: the newest, those before a number, or those after one. An admin
 * reads a conversation while a report of it is open; that is recorded.
 *
 * @throws Problem `conversation.not-found`
 */
export async function listMessages(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { id, before, after }: { id: string; before?: number; after?: number },
): Promise<{ conversation: Conversation; messages: Message[]; hasEarlier: boolean }> {
  const { db } = deps;
  const [own] = await selectConversations(db, actor).where(
    and(eq(conversations.id, id), isParty(actor)),
  );
  const row = own ?? (await findReported(db, actor, id));
  if (!row) throw new Problem('conversation.not-found');
  const page = await selectPage(db, id, { before, after });
  const rows = await withContext(db, page);
  const shown = new Set(page.map((one) => one.id));
  return {
    conversation: toConversation(row, actor, deps),
    messages: presentMessages(rows, readerOf(row, actor, deps)).filter(({ _id }) => shown.has(_id)),
    hasEarlier: (page[0]?.number ?? 1) > 1,
  };
}

/** Hours for which the audit log has one entry of an admin and a conversation: pages are read again and again. */
const readingHours = 1;

/** A conversation with an open report, for an admin. */
async function findReported(db: Deps['db'], actor: User, id: string) {
  if (actor.role !== 'admin') return undefined;
  const reports = await db
    .select({ id: conversationReports.id })
    .from(conversationReports)
    .where(and(eq(conversationReports.conversationId, id), isNull(conversationReports.closedAt)))
    .limit(1);
  if (reports.length === 0) return undefined;
  const reading = { action: 'conversation.read', target: { type: 'conversation', id } } as const;
  await inTransaction(db, async (tx) => {
    if (!(await isRecordedWithin(tx, actor, reading, readingHours))) {
      await recordAction(tx, actor, reading);
    }
  });
  const [row] = await selectConversations(db, actor).where(eq(conversations.id, id));
  return row;
}

async function selectPage(
  db: Executor,
  id: string,
  { before, after }: { before: number | undefined; after: number | undefined },
): Promise<readonly StoredMessage[]> {
  const ofConversation = eq(messages.conversationId, id);
  if (after !== undefined) {
    return selectMessages(db)
      .where(and(ofConversation, gt(messages.number, after)))
      .orderBy(asc(messages.number))
      .limit(messagesPerPage);
  }
  const newest = await selectMessages(db)
    .where(and(ofConversation, before === undefined ? undefined : lt(messages.number, before)))
    .orderBy(desc(messages.number))
    .limit(messagesPerPage);
  return newest.toReversed();
}

/** Adds the messages of each author before and after a page. */
async function withContext(
  db: Executor,
  page: readonly StoredMessage[],
): Promise<readonly StoredMessage[]> {
  const [first] = page;
  const last = page.at(-1);
  if (!first || !last) return page;
  const context: StoredMessage[] = [];
  for (const authorId of new Set(page.map((one) => one.authorId))) {
    if (authorId === null) continue;
    const select = (condition: SQL, order: SQL) =>
      selectMessages(db)
        .where(
          and(
            eq(messages.conversationId, first.conversationId),
            eq(messages.authorId, authorId),
            condition,
          ),
        )
        .orderBy(order)
        .limit(contextSize);
    context.push(
      ...(await select(lt(messages.number, first.number), desc(messages.number))),
      ...(await select(gt(messages.number, last.number), asc(messages.number))),
    );
  }
  return [...context, ...page].sort((a, b) => a.number - b.number);
}
