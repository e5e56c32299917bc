import { and, eq, inArray, sql } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { blockedBetween, type ConversationRow, partnerOf } from './conversation.ts';

/**
 * Checks that a person can write in a conversation of theirs: nobody is blocked or gone, and who is
 * suspended writes about an order under way only.
 *
 * @throws Problem `conversation.closed`, `account.suspended`
 */
export async function requireWritable(
  tx: Transaction,
  actor: User,
  conversation: ConversationRow,
  suspended: boolean,
): Promise<void> {
  const { rows } = await tx.execute<{ blocked: string | null }>(
    sql`select ${blockedBetween(actor.id, partnerOf(conversation, actor))} as blocked`,
  );
  if (rows[0]?.blocked) throw new Problem('conversation.closed');
  if (suspended && !(await haveOrderUnderWay(tx, conversation))) {
    throw new Problem('account.suspended');
  }
}

/** Whether the two have an order with each other that goes on. */
export async function haveOrderUnderWay(
  tx: Transaction,
  { buyerId, sellerId }: Pick<ConversationRow, 'buyerId' | 'sellerId'>,
): Promise<boolean> {
  const underWay = ['paid', 'in_transit', 'delivered', 'disputed', 'returning'] as const;
  const isOpen = and(
    eq(orders.buyerId, buyerId),
    eq(orders.sellerId, sellerId),
    inArray(orders.state, [...underWay]),
  );
  return (await tx.$count(orders, isOpen)) > 0;
}
