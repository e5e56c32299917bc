import { sql } from 'drizzle-orm';
import { products, reports } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';

/**
 * Reports listings whose price is suspiciously low (`labelLimits` in the contract), so that an admin
 * looks at them. A dismissed report is not repeated until the price falls further. Reports whose price
 * is no longer suspicious are dismissed.
 *
 * @returns the number of reports added or dismissed.
 */
export async function reportSuspiciousPrices({ db }: Pick<Deps, 'db'>): Promise<number> {
  const added = await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ${reports} (id, product_id, reporter, reason, asked_cents, expected_cents)
      select gen_random_uuid(), p.id, 'price', 'low-price', p.resale_price_cents, m.expected_cents
      from ${products} p, lateral product_market(
        p.id, p.model_id, p.storage_gb, p.condition, p.resale_price_cents) m
      where p.listed and p.price_label = 'suspicious' and p.status = 'Available'
        and m.expected_cents is not null
        and not exists (
          select from ${reports} r where r.product_id = p.id and r.reporter = 'price'
            and (r.state = 'open' or r.asked_cents <= p.resale_price_cents))
      on conflict do nothing returning product_id as id`);
    await emit(
      tx,
      ...rows.map(({ id }) => ({ type: 'moderation.reported', kind: 'listing', id }) as const),
    );
    return rows.length;
  });
  const dismissed = await db.execute(sql`
    update ${reports} r set state = 'dismissed', closed_at = now() from ${products} p
    where r.reporter = 'price' and r.state = 'open' and p.id = r.product_id
      and p.removed_at is null and p.price_label is distinct from 'suspicious'`);
  return added + (dismissed.rowCount ?? 0);
}
