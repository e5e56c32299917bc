import {
  type getFigures as endpoint,
  type FigureName,
  type FigurePeriod,
  figureNames,
  type ResponseOf,
  type StaffRole,
  toDollars,
} from '@redial/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/**
 * Where each figure comes from: rows with a time and, of money, an amount. Each reads an index on the time, so its
 * cost is that of the period's rows, however many there are in all.
 */
const sources: Record<FigureName, { unit: 'count' | 'dollars'; rows: (from: Date) => SQL }> = {
  'sign-ups': {
    unit: 'count',
    rows: (from) => sql`select created_at as at from users where created_at >= ${from}`,
  },
  listings: {
    unit: 'count',
    rows: (from) => sql`select posted_at as at from products where posted_at >= ${from}`,
  },
  orders: {
    unit: 'count',
    rows: (from) => sql`select placed_at as at from orders where placed_at >= ${from}`,
  },
  sales: {
    unit: 'dollars',
    rows: (from) => sql`select at, amount_cents as cents from order_events
      where kind = 'order.paid' and at >= ${from}`,
  },
  fees: {
    unit: 'dollars',
    // Income is negative in the ledger; a refund after the release takes a part back.
    rows: (from) => sql`select t.at, -e.amount_cents as cents
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'fees' and t.at >= ${from} and e.transaction_id >=
        (select id from ledger_transactions where at >= ${from} order by at, id limit 1)`,
  },
  refunds: {
    unit: 'dollars',
    rows: (from) => sql`select created_at as at, amount_cents as cents from refunds
      where created_at >= ${from} and state <> 'failed'`,
  },
  disputes: {
    unit: 'count',
    rows: (from) => sql`select opened_at as at from disputes where opened_at >= ${from}`,
  },
  reports: {
    unit: 'count',
    rows: (from) => sql`select created_at as at from reports where created_at >= ${from}
      union all select created_at from conversation_reports where created_at >= ${from}`,
  },
};

/** Moderators see no money and no orders; support sees orders and what came of them. */
const figuresOf: Record<StaffRole, readonly FigureName[]> = {
  moderator: ['sign-ups', 'listings', 'reports'],
  support: ['orders', 'refunds', 'disputes'],
};

const dayMs = 86_400_000;

/** The figures by day, in UTC, of a period that ends today. */
export async function getFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { staffRole }: User,
  input: { days?: FigurePeriod },
): Promise<ResponseOf<typeof endpoint>> {
  const days = Number(input.days ?? '30');
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs;
  const from = new Date(today - (days - 1) * dayMs);
  const names = staffRole ? figuresOf[staffRole] : figureNames;
  const figures = [];
  for (const name of names) {
    const { unit, rows: source } = sources[name];
    const value = unit === 'count' ? sql`count(*)` : sql`sum(cents)`;
    const { rows } = await db.execute<{ day: number; value: string }>(sql`
      select floor(extract(epoch from at - ${from}::timestamptz) / 86400)::int as day, ${value} as value
      from (${source(from)}) rows group by 1`);
    const values = Array.from({ length: days }, () => 0);
    for (const { day, value } of rows) if (day < days) values[day] = Number(value);
    const toUnit = unit === 'count' ? (value: number) => value : toDollars;
    const total = values.reduce((sum, value) => sum + value, 0);
    figures.push({ name, unit, total: toUnit(total), days: values.map(toUnit) });
  }
  return { from: toDay(from), to: toDay(new Date(today)), figures };
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
