import { and, asc, eq, lte } from 'drizzle-orm';
import { offers } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { transitionOffer } from './transitions.ts';

/** Offers closed in one run; the next run continues. */
const batchSize = 200;

/**
 * Closes the open offers whose time has ended.
 *
 * @returns the number of offers closed.
 */
export async function expireOffers({
  db,
  clock,
  jobs,
}: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const due = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.state, 'open'), lte(offers.expiresAt, clock.now())))
    .orderBy(asc(offers.expiresAt))
    .limit(batchSize);
  let closed = 0;
  for (const { id } of due) {
    if (await inTransaction(db, (tx) => transitionOffer(tx, id, 'expire'))) closed++;
  }
  if (closed > 0) jobs.trigger('dispatch-outbox');
  return closed;
}
