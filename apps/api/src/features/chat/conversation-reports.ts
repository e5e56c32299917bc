import type { ConversationReport } from '@redial/contract';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { conversationReports, conversations, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { hasHeldOrderWith } from '../orders/index.ts';
import { deleteErasedTexts } from './erase-messages.ts';

const maxReports = 200;

/** Lists the open reports of conversations for admins, oldest first. */
export async function listConversationReports({
  db,
}: Pick<Deps, 'db'>): Promise<ConversationReport[]> {
  const buyer = alias(users, 'buyer');
  const seller = alias(users, 'seller');
  const rows = await db
    .select({ report: conversationReports, productName: products.name, buyer, seller })
    .from(conversationReports)
    .innerJoin(conversations, eq(conversations.id, conversationReports.conversationId))
    .innerJoin(products, eq(products.id, conversations.productId))
    .innerJoin(buyer, eq(buyer.id, conversations.buyerId))
    .innerJoin(seller, eq(seller.id, conversations.sellerId))
    .where(isNull(conversationReports.closedAt))
    .orderBy(asc(conversationReports.createdAt))
    .limit(maxReports);
  const participant = ({ id, name, removedAt }: typeof users.$inferSelect) =>
    removedAt ? null : { _id: id, name };
  return rows.map(({ report, productName, ...people }) => ({
    _id: report.id,
    conversationId: report.conversationId,
    productName,
    buyer: participant(people.buyer),
    seller: participant(people.seller),
    reportedBy: report.reporterId === people.buyer.id ? 'buyer' : 'seller',
    category: report.category,
    reason: report.reason,
    at: report.createdAt.toISOString(),
  }));
}

/**
 * Closes a report. Without an open one, admins cannot read the conversation, and texts of deleted
 * accounts in it are deleted.
 *
 * @returns 1
 * @throws Problem `conversation-report.not-found`, also for a closed one; `moderation.person-protected` in
 *   a conversation of the caller, or of the other party of an order whose money is held
 */
export function closeConversationReport(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const [closed] = await tx
      .update(conversationReports)
      .set({ closedAt: sql`now()`, closedBy: actor.id })
      .where(and(eq(conversationReports.id, id), isNull(conversationReports.closedAt)))
      .returning({
        conversationId: conversationReports.conversationId,
        createdAt: conversationReports.createdAt,
      });
    if (!closed) throw new Problem('conversation-report.not-found');
    const people = await peopleOf(tx, closed.conversationId);
    if (people.includes(actor.id) || (await hasHeldOrderWith(tx, actor.id, people))) {
      throw new Problem('moderation.person-protected');
    }
    await recordAction(tx, actor, {
      action: 'conversation-report.closed',
      target: { type: 'conversation', id: closed.conversationId },
      changes: { since: [null, closed.createdAt.toISOString()] },
    });
    await deleteErasedTexts(tx, [closed.conversationId]);
    return 1;
  });
}

async function peopleOf(tx: Transaction, conversationId: string): Promise<string[]> {
  const rows = await tx
    .select({ buyerId: conversations.buyerId, sellerId: conversations.sellerId })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return rows.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]);
}
