import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { runningEmbeddedPostgres } from '../../src/db/embedded.ts';
import type { DatabaseUrls } from '../../src/db/index.ts';
import { identityUsers } from '../../src/db/schema/index.ts';
import { findViolations, type InvariantViolation } from '../security/invariants.ts';
import { type Fact, findLostFacts } from './journal.ts';

/** Seconds within which the database must be reachable. */
const databaseTimeoutSeconds = 60;
/**
 * Seconds within which background work must finish; a busy machine takes minutes to write all
 * mails.
 */
const jobsTimeoutSeconds = 300;

/** The jobs that complete what a crash interrupted, in the order of their effects. */
const settlingJobs = [
  'expire-orders',
  'reconcile-payments',
  'dispatch-outbox',
  'advance-payouts',
  'reconcile-provider',
] as const;

/** An installation's database: the data directory of an embedded one, or the URLs of another. */
export type DatabasePlace = string | DatabaseUrls;

export interface Findings {
  readonly lost: readonly Fact[];
  readonly violations: readonly InvariantViolation[];
}

/** Finds acknowledged facts that are missing and rows that violate an invariant. */
export function audit(place: DatabasePlace, facts: readonly Fact[]): Promise<Findings> {
  const all = [...facts];
  return withDatabase(place, async (db) => ({
    lost: await findLostFacts(db, all),
    violations: await findViolations(db),
  }));
}

/**
 * Moves due times into the past, runs the jobs, and waits until no work is pending.
 *
 * @returns the remaining violations.
 */
export function settle(place: DatabasePlace): Promise<readonly InvariantViolation[]> {
  return withDatabase(place, async (db, url) => {
    const boss = new PgBoss({
      connectionString: url,
      schema: 'jobs',
      max: 1,
      migrate: false,
      supervise: false,
      schedule: false,
    });
    boss.on('error', () => undefined);
    await boss.start();
    try {
      const until = Date.now() + jobsTimeoutSeconds * 1000;
      for (;;) {
        await db.execute(sql`update payments set changed_at = changed_at - interval '2 minutes'
          where state = 'open'`);
        await db.execute(sql`update outbox set due_at = now() where done_at is null`);
        await db.execute(sql`update payouts set changed_at = changed_at - interval '2 hours'
          where state not in ('settled', 'failed')`);
        for (const job of settlingJobs) {
          await boss.send(job, {});
        }
        await sleep(2000);
        const broken = await findViolations(db, true);
        if (broken.length === 0 || Date.now() > until) return broken;
      }
    } finally {
      await boss.stop({ graceful: false });
    }
  });
}

/** Sums in cents, from the sandbox provider and from our tables. */
export interface MoneySums {
  /** What the provider captured. */
  readonly captured: number;
  /** What buyers have not got back of paid orders: it is held, or belongs to the sellers. */
  readonly kept: number;
  /** What buyers have got back of paid orders. */
  readonly refundedSales: number;
  /** Payments that settled no order and were refunded. */
  readonly refundedPayments: number;
  /** What the provider refunded. */
  readonly refunded: number;
}

/** Sums the money of an installation whose background work is done. */
export function sumMoney(place: DatabasePlace): Promise<MoneySums> {
  return withDatabase(place, async (db) => {
    const { rows } = await db.execute(sql`select
      (select coalesce(sum(amount_cents), 0) from sandbox_cards.intents
       where status = 'succeeded')::int as captured,
      (select coalesce(sum(price_cents - refunded_cents), 0) from orders
       where paid_payment_id is not null)::int as kept,
      (select coalesce(sum(refunded_cents), 0) from orders)::int as "refundedSales",
      (select coalesce(sum(amount_cents), 0) from payments
       where state = 'refunded')::int as "refundedPayments",
      (select coalesce(sum(amount_cents), 0) from sandbox_cards.refunds
       where status = 'succeeded')::int as refunded`);
    return rows[0] as unknown as MoneySums;
  });
}

/** Verifies the e-mail address of an account, as the link of a password reset does. */
export async function verifyEmail(place: DatabasePlace, email: string): Promise<void> {
  await withDatabase(place, (db) =>
    db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email)),
  );
}

/**
 * Connects to the installation's database; retries while PostgreSQL is restarting.
 *
 * @param role by default the role of the server.
 */
export async function withDatabase<T>(
  place: DatabasePlace,
  use: (db: Database, url: string) => Promise<T>,
  role: 'server' | 'owner' = 'server',
): Promise<T> {
  for (const until = Date.now() + databaseTimeoutSeconds * 1000; ; ) {
    const urls = typeof place === 'string' ? await runningEmbeddedPostgres(place) : place;
    const url = role === 'owner' ? urls?.ownerUrl : urls?.url;
    const db = url ? openDatabase(url, { max: 2, onError: () => undefined }) : undefined;
    try {
      if (db && url) return await use(db, url);
      if (Date.now() > until)
        throw new Error(`PostgreSQL does not respond in ${databaseTimeoutSeconds} s`);
    } catch (error) {
      if (Date.now() > until) throw error;
    } finally {
      await db?.$client.end().catch(() => undefined);
    }
    await sleep(200);
  }
}
