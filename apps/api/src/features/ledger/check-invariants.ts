import { type LedgerInvariantName, ledgerInvariantNames } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { ledgerInvariants } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { type CheckProgress, type CheckResult, invariants } from './invariants.ts';

/** The progress of a check that has never run. */
export const notChecked: CheckProgress = { checkedTo: 0, checked: 0 };

/**
 * Checks the invariants of the ledger. One that is violated suspends payouts (`arePayoutsSuspended`)
 * until it holds again or an admin resumes them, and is announced once.
 *
 * @returns the number of violated invariants.
 */
export async function checkInvariants(deps: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  const { db, jobs } = deps;
  const results = await db.transaction(
    async (tx) => {
      const found: [LedgerInvariantName, CheckResult][] = [];
      const rows = await tx.select().from(ledgerInvariants);
      for (const name of ledgerInvariantNames) {
        const { checkedTo, checked } = rows.find((row) => row.name === name) ?? notChecked;
        found.push([name, await invariants[name](tx, { checkedTo, checked })]);
      }
      return found;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  let violated = 0;
  for (const [name, result] of results) {
    if (!result.holds) violated++;
    if (await recordResult(deps, name, result)) jobs.trigger('dispatch-outbox');
  }
  return violated;
}

/** Stores a result. @returns whether the invariant is newly violated. */
function recordResult(
  { db }: Pick<Deps, 'db'>,
  name: LedgerInvariantName,
  { holds, figures, progress }: CheckResult,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [before] = await tx
      .select({ holds: ledgerInvariants.holds })
      .from(ledgerInvariants)
      .where(eq(ledgerInvariants.name, name))
      .for('update');
    const now = sql`now()`;
    const began = !holds && (before?.holds ?? true);
    const ended = holds ? { violatedAt: null } : {};
    const state = {
      holds,
      figures,
      checkedAt: now,
      ...progress,
      ...ended,
      // A resumption is for one violation.
      ...(began || holds ? { resumedAt: null, resumedBy: null, resumeReason: null } : {}),
      ...(began ? { violatedAt: now } : {}),
    };
    const written = await tx
      .insert(ledgerInvariants)
      .values({ name, ...state })
      .onConflictDoUpdate({
        target: ledgerInvariants.name,
        set: state,
        // Another replica stored its result first.
        ...(before ? {} : { setWhere: sql`false` }),
      })
      .returning({ name: ledgerInvariants.name });
    if (!began || written.length === 0) return false;
    await emit(tx, { type: 'ledger.violated', invariant: name });
    return true;
  });
}
