import { and, asc, eq, gte, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { payouts } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { advancePayout } from './advance-payout.ts';

const finishedStates = ['settled', 'failed'] as const;
/** Payouts in one run. */
const batchSize = 200;
/** Days in which a bank can return a payout that was paid; Stripe names five business days. */
const returnDays = 10;

/**
 * Continues payouts that a crash, an outage or a lost webhook left behind: those that are not finished,
 * and, less often, those that a bank may still return.
 *
 * @param olderThanSeconds the minimum time since the last step, so that events and webhooks come first.
 * @returns the number of payouts looked at.
 */
export async function advancePayouts(
  deps: Pick<Deps, 'db' | 'payouts' | 'log'>,
  olderThanSeconds = 60,
): Promise<number> {
  const { db, log } = deps;
  const waitSeconds = sql`case
    when ${payouts.state} = 'settled' then 86400
    when ${payouts.state} = 'paying' and ${payouts.arrivesAt} > now() then 3600
    when ${payouts.changedAt} > ${payouts.requestedAt} + interval '1 hour' then 900
    else 60 end`;
  const due = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.provider, deps.payouts.provider),
        or(
          notInArray(payouts.state, [...finishedStates]),
          and(
            eq(payouts.state, 'settled'),
            gte(payouts.settledAt, sql`now() - make_interval(days => ${returnDays})`),
          ),
        ),
        lte(
          payouts.changedAt,
          sql`now() - make_interval(secs => ${waitSeconds} * ${olderThanSeconds / 60}::float8)`,
        ),
      ),
    )
    .orderBy(asc(payouts.changedAt))
    .limit(batchSize);
  for (const { id } of due) {
    try {
      await advancePayout(deps, { payoutId: id });
    } catch (error) {
      log.error({ err: error, payoutId: id }, 'payout not advanced');
    }
    // Whatever is due next comes first in the next run.
    await db
      .update(payouts)
      .set({ changedAt: sql`now()` })
      .where(and(eq(payouts.id, id), ne(payouts.state, 'failed')));
  }
  return due.length;
}
