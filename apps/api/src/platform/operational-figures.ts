import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** What operators watch in the database, the same for all processes. */
export interface OperationalFigures {
  readonly outbox: {
    /** Messages that are due and not delivered, and how long the oldest one has been due. */
    readonly due: number;
    readonly oldestDueSeconds: number;
    readonly deadLetters: number;
  };
  /** Domain events whose messages have not been written. */
  readonly undispatchedEvents: number;
  /** Whether each invariant of the ledger holds, and when it was checked, in seconds since 1970. */
  readonly invariants: readonly {
    readonly name: string;
    readonly holds: boolean;
    readonly checkedAt: number;
  }[];
  readonly orders: readonly { readonly state: string; readonly count: number }[];
  readonly payouts: readonly { readonly state: string; readonly count: number }[];
  readonly users: readonly { readonly role: string; readonly count: number }[];
  readonly listings: number;
  readonly openReports: number;
}

/** Reads the figures in one statement. */
export async function readOperationalFigures({
  db,
}: Pick<Deps, 'db'>): Promise<OperationalFigures> {
  const counts = (table: string, column: string) =>
    sql.raw(`(select coalesce(json_agg(counted), '[]') from
      (select ${column}, count(*) as count from ${table} group by 1) counted)`);
  const { rows } = await db.execute<{ figures: OperationalFigures }>(sql`
    select json_build_object(
      'outbox', (select json_build_object(
        'due', count(*) filter (where dead_at is null and due_at <= now()),
        'oldestDueSeconds', coalesce(extract(epoch from now() - min(due_at)
          filter (where dead_at is null and due_at <= now())), 0),
        'deadLetters', count(*) filter (where dead_at is not null)) from outbox where done_at is null),
      'undispatchedEvents', (select count(*) from domain_events where dispatched_at is null),
      'invariants', (select coalesce(json_agg(json_build_object('name', name, 'holds', holds,
        'checkedAt', extract(epoch from checked_at))), '[]') from ledger_invariants),
      'orders', ${counts('orders', 'state')},
      'payouts', ${counts('payouts', 'state')},
      'users', ${counts('users where removed_at is null', 'role')},
      'listings', (select count(*) from products
        where status = 'Available' and removed_at is null and not is_paid),
      'openReports', (select count(*) from reports where state = 'open')) as figures`);
  const [found] = rows;
  if (!found) throw new Error('no figures');
  return found.figures;
}
