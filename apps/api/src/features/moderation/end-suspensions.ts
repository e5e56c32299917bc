import { and, eq, lte, sql } from 'drizzle-orm';
import { moderationDecisions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { revertDecision } from './decision-effects.ts';
import { transitionDecision } from './transitions.ts';

/**
 * Ends the suspensions whose time is over: the listings are on offer again.
 *
 * @returns the number of suspensions ended.
 */
export async function endSuspensions(
  deps: Pick<Deps, 'db' | 'jobs' | 'settings' | 'clock'>,
): Promise<number> {
  const { db, jobs } = deps;
  const due = await db
    .select({ id: moderationDecisions.id })
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.kind, 'suspend'),
        eq(moderationDecisions.state, 'in-force'),
        lte(moderationDecisions.until, sql`now()`),
      ),
    );
  let count = 0;
  for (const { id } of due) {
    await inTransaction(db, async (tx) => {
      const ended = await transitionDecision(tx, id, 'end');
      if (!ended) return;
      await revertDecision(tx, deps, ended);
      count += 1;
    });
  }
  if (count > 0) jobs.trigger('dispatch-outbox');
  return count;
}
