import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** What operators watch in the database, the same for all processes. */
export interface OperationalFigures {
  readonly outbox: {
    /** Messages that are due and not delivered, and how long the oldest one has been due. */
    readonly due: number;
    readonly oldestDueSeconds: number;
    readonly deadLetters: number;
    /** Messages that have failed `failingAttempts` times or more, by kind. */
    readonly failing: readonly { readonly kind: string; readonly count: number }[];
  };
  /** Domain events whose messages have not been written. */
  readonly undispatchedEvents: number;
  /** Whether each invariant of the ledger holds, and when it was checked, in seconds since 1970. */
  readonly invariants: readonly {
    readonly name: string;
    readonly holds: boolean;
    readonly checkedAt: number;
  }[];
}

/** Counts of whole tables, which take longer. */
export interface BusinessFigures {
  readonly orders: readonly { readonly state: string; readonly count: number }[];
  readonly payouts: readonly { readonly state: string; readonly count: number }[];
  readonly users: readonly { readonly role: string; readonly count: number }[];
  readonly listings: number;
  readonly openReports: number;
}

/** Failed attempts after which a message has been tried for ten minutes (`dispatch-outbox.ts`). */
export const failingAttempts = 7;

/**
 * Reads the figures in one statement. What it reads of large tables are a few rows that an index of its
 * own has.
 */
export async function readOperationalFigures({
  db,
}: Pick<Deps, 'db'>): Promise<OperationalFigures> {
  return readJson(
    db,
    sql`json_build_object(
      'outbox', (select json_build_object(
        'due', count(*) filter (where due_at <= now()),
        'oldestDueSeconds', coalesce(extract(epoch from now() - min(due_at)
          filter (where due_at <= now())), 0),
        'deadLetters', (select count(*) from outbox where done_at is null and dead_at is not null),
        'failing', (select coalesce(json_agg(counted), '[]') from (
          select kind, count(*) as count from outbox
          where done_at is null and dead_at is null and attempts >= ${failingAttempts}
          group by kind) counted))
        from outbox where done_at is null and dead_at is null),
      'undispatchedEvents', (select count(*) from domain_events where dispatched_at is null),
      'invariants', (select coalesce(json_agg(json_build_object('name', name, 'holds', holds,
        'checkedAt', extract(epoch from checked_at))), '[]') from ledger_invariants))`,
  );
}

/** Counts orders, payouts, users, listings and open reports. */
export async function readBusinessFigures({ db }: Pick<Deps, 'db'>): Promise<BusinessFigures> {
  const counts = (table: string, column: string) =>
    sql.raw(`(select coalesce(json_agg(counted), '[]') from
      (select ${column}, count(*) as count from ${table} group by 1) counted)`);
  return readJson(
    db,
    sql`json_build_object(
      'orders', ${counts('orders', 'state')},
      'payouts', ${counts('payouts', 'state')},
      'users', ${counts('users where removed_at is null', 'role')},
      'listings', (select count(*) from products where listed and status = 'Available'),
      'openReports', (select count(*) from reports where state = 'open'))`,
  );
}

async function readJson<T>(db: Deps['db'], object: SQL): Promise<T> {
  const { rows } = await db.execute<{ figures: T }>(sql`select ${object} as figures`);
  const [found] = rows;
  if (!found) throw new Error('no figures');
  return found.figures;
}
