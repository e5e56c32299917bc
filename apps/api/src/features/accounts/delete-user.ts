import { and, eq, isNull, not, or, sql } from 'drizzle-orm';
import { orders, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { enqueue } from '../../platform/outbox.ts';
import { living } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';

/**
 * Removes a buyer or seller: every token is worthless at once, a seller's unsold phones leave the
 * market, and unpaid orders on either side run out now (the job that expires orders closes them at
 * the card provider too). Paid orders stay.
 *
 * @throws Problem `user.unknown`, `user.admin`
 */
export async function deleteUser(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  userId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [removed] = await tx
      .update(users)
      .set({ removedAt: sql`now()` })
      .where(and(eq(users.id, userId), living, not(eq(users.role, 'admin'))))
      .returning({ uid: users.identityUid });
    if (!removed) {
      const [other] = await tx
        .select({ role: users.role })
        .from(users)
        .where(and(eq(users.id, userId), living));
      throw new Problem(other ? 'user.admin' : 'user.unknown');
    }
    await tx
      .update(products)
      .set({ removedAt: sql`now()` })
      .where(and(eq(products.sellerId, userId), isNull(products.removedAt), not(products.isPaid)));
    await tx
      .update(orders)
      .set({ expiresAt: sql`now()` })
      .where(
        and(
          eq(orders.state, 'unpaid'),
          or(eq(orders.buyerId, userId), eq(orders.sellerId, userId)),
        ),
      );
    await enqueue(tx, {
      kind: 'identity.delete',
      dedupe: `identity.delete:${removed.uid}`,
      payload: { uid: removed.uid },
    });
  });
  jobs.wake('expire-orders');
  jobs.wake('empty-outbox');
}
