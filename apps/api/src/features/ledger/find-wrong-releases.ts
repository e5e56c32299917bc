import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { hasNotOneRelease } from './invariants.ts';

/** Orders that are read in one statement. */
const ordersPerPage = 5_000;
/** Findings of a kind that are returned; more would not be read. */
const maxFindings = 100;

/**
 * Checks the history of all orders: every completed one has exactly one release. The check of every
 * minute does the same for what was added since.
 *
 * @param tx a transaction with one snapshot.
 * @returns what is wrong, in words.
 */
export async function findWrongReleases(tx: Executor): Promise<string[]> {
  const wrong: string[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; wrong.length < maxFindings; ) {
    const { rows } = await tx.execute<{ last: string | null; wrong: string[] | null }>(sql`
      with page as (
        select id, state, refunded_cents, price_cents from orders
        where id > ${after} order by id limit ${ordersPerPage}
      )
      select (select id from page order by id desc limit 1) as last,
        array(select id::text from page
          where state = 'completed' and refunded_cents < price_cents
            and (${hasNotOneRelease(sql`page.id`)}) limit ${maxFindings}) as wrong`);
    const [page] = rows;
    if (!page?.last) break;
    for (const id of page.wrong ?? [])
      wrong.push(`the completed order ${id} does not have exactly one release`);
    after = page.last;
  }
  return wrong;
}
