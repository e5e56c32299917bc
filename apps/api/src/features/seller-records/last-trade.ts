import { type SQL, sql } from 'drizzle-orm';
import { heldOrderStates } from '../orders/index.ts';

const held = sql.join(
  heldOrderStates.map((state) => sql`${state}`),
  sql`, `,
);

/**
 * SQL: when a user last sold something or was paid. `infinity` while a sale is under way or a
 * chargeback of one is open, null if it never happened.
 *
 * @param userId an expression of a user's id, qualified with its table.
 */
export const lastTradeOf = (userId: SQL): SQL => sql`greatest(
  (select max(case when o.state in (${held}) or o.chargeback_opened_at is not null
      then 'infinity' else o.changed_at end)
    from orders o where o.seller_id = ${userId} and o.state in (${held}, 'completed', 'refunded')),
  (select max(p.changed_at) from payouts p where p.user_id = ${userId} and p.state <> 'failed'))`;

/** SQL: since when the period of a row of `seller_records` runs. */
export const periodStart: SQL = sql`coalesce(
  ${lastTradeOf(sql`seller_records.user_id`)}, seller_records.created_at)`;

/** SQL: the time before which a trade no longer keeps a record. */
export const retentionStart = (days: number): SQL => sql`now() - make_interval(days => ${days})`;
