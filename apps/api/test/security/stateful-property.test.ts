import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/features/payments/reconcile-payments.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { type Action, createFaultInjector, type Fixtures, runAction, weights } from './actions.ts';
import { findViolations } from './invariants.ts';
import { logFigures, propertyParameters, scaledTimeout } from './property-settings.ts';

const { faults, fail, disarm } = createFaultInjector();
const open = () => createTestApp({ faults, settings: { rateLimitScale: 1e6 } });
let app: TestApp;
/** Whether rows violate an invariant; shrinking then continues on a new database. */
let corrupted = false;

beforeAll(async () => {
  app = await open();
});
afterAll(() => app.close());

async function createFixtures(): Promise<Fixtures> {
  if (corrupted) {
    await app.close();
    app = await open();
    corrupted = false;
  }
  const people = [];
  for (const role of ['buyer', 'seller', 'buyer', 'seller'] as const) {
    people.push(await app.insertUser(role));
  }
  const phones = [];
  for (const seller of people.filter(({ role }) => role === 'seller')) {
    phones.push({ id: await app.insertProduct(seller), price: 345 });
  }
  return {
    app,
    users: people,
    products: phones,
    admin: await app.insertUser('admin'),
    openOrders: [],
    failNextCall: fail,
  };
}

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as Action['kind']),
      weight,
    })),
  ),
  // Small numbers, so that a few users contend for a few products.
  who: fc.nat(4),
  what: fc.nat(3),
  how: fc.nat(5),
});
/** Mostly one action at a time, sometimes several concurrently. */
const step = fc.oneof(
  { arbitrary: action.map((one) => [one]), weight: 3 },
  { arbitrary: fc.array(action, { minLength: 2, maxLength: 5 }), weight: 1 },
);

async function assertInvariants(quiet: boolean, after: string): Promise<void> {
  const broken = await findViolations(app.db, quiet);
  corrupted = broken.length > 0;
  if (corrupted) throw new Error(`after ${after}: ${JSON.stringify(broken, null, 2)}`);
}

/** Makes the provider available and runs the background jobs. */
async function settle(): Promise<void> {
  disarm();
  for (let round = 0; round < 2; round++) {
    await app.runJobs('expire-orders');
    await reconcilePayments(app.deps, 0);
    await app.db.execute('update outbox set due_at = now() where done_at is null');
    await app.runJobs('dispatch-outbox');
  }
}

test(
  'no sequence of actions, sequential or concurrent, sells a product twice or loses money',
  async () => {
    let actions = 0;
    let orders = 0;
    const started = performance.now();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
        async (walk) => {
          const cast = await createFixtures();
          for (const together of walk) {
            await Promise.all(together.map((one) => runAction(cast, one)));
            actions += together.length;
            await assertInvariants(false, JSON.stringify(together));
          }
          await settle();
          await assertInvariants(true, 'all was settled');
          orders += cast.openOrders.length;
        },
      ),
      propertyParameters(40),
    );
    const seconds = Math.round((performance.now() - started) / 1000);
    const { rows: posted } = await app.db.execute(
      sql`select type, count(*)::int as n from ledger_transactions group by type order by type`,
    );
    logFigures(
      `walks: ${propertyParameters(40).numRuns}, ${actions} actions, ${orders} orders, ${seconds} s`,
    );
    logFigures(posted.map(({ type, n }) => `${type}: ${n}`).join(', '));
    expect(orders).toBeGreaterThan(0);
    expect(posted.map(({ type }) => type)).toContain('capture');
  },
  scaledTimeout(90),
);
