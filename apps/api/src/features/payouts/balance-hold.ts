import { and, eq, inArray, isNull } from 'drizzle-orm';
import { moderationDecisions, orders, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { heldOrderStates } from '../orders/index.ts';

/**
 * Whether the balance of a seller is held: while the seller is suspended and sales or disputes about
 * them are open, unless an admin has released it.
 */
export async function isBalanceHeld(
  tx: Transaction,
  { id, suspended }: Pick<User, 'id' | 'suspended'>,
): Promise<boolean> {
  if (!suspended) return false;
  const isHolding = and(
    eq(moderationDecisions.personId, id),
    inArray(moderationDecisions.kind, ['suspend', 'ban']),
    eq(moderationDecisions.state, 'in-force'),
    isNull(moderationDecisions.balanceReleasedAt),
  );
  if ((await tx.$count(moderationDecisions, isHolding)) === 0) return false;
  const isOpen = and(eq(orders.sellerId, id), inArray(orders.state, [...heldOrderStates]));
  return (await tx.$count(orders, isOpen)) > 0;
}

/** Whether a payout that the seller has requested before the suspension waits, too. */
export const isPayoutHeld = (db: Deps['db'], userId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, suspended: users.suspended })
      .from(users)
      .where(eq(users.id, userId))
      .for('share');
    return user !== undefined && isBalanceHeld(tx, user);
  });
