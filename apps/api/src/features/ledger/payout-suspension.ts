import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { ledgerInvariants } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';

const isSuspending = and(eq(ledgerInvariants.holds, false), isNull(ledgerInvariants.resumedAt));

/** Whether payouts wait, because an invariant of the ledger is violated and no admin resumed them. */
export async function arePayoutsSuspended(db: Executor): Promise<boolean> {
  const suspending = await db
    .select({ name: ledgerInvariants.name })
    .from(ledgerInvariants)
    .where(isSuspending)
    .limit(1);
  return suspending.length > 0;
}

/**
 * Resumes payouts although invariants are violated. A violation that begins later suspends them again.
 *
 * @param input.reason why it is safe, for the record.
 * @returns the number of violations that no longer suspend.
 * @throws Problem `ledger.payouts-not-suspended`
 */
export async function resumePayouts(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { reason }: { reason: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const resumed = await tx
      .update(ledgerInvariants)
      .set({ resumedAt: sql`now()`, resumedBy: actor.id, resumeReason: reason })
      .where(isSuspending)
      .returning({ name: ledgerInvariants.name });
    if (resumed.length === 0) throw new Problem('ledger.payouts-not-suspended');
    await recordAction(tx, actor, {
      action: 'payouts.resumed',
      target: { type: 'ledger', id: 'payouts' },
      changes: Object.fromEntries(
        resumed.map(({ name }) => [name, ['suspends payouts', 'does not']] as const),
      ),
      reason,
    });
    return resumed.length;
  });
}
