import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/features/payments/index.ts';
import { type TestApp, testApp } from '../app.ts';
import { type Action, act, armedFaults, type Cast, weights } from './actions.ts';
import { brokenInvariants } from './invariants.ts';
import { patience, runs, tell } from './scale.ts';

const { faults, fail, disarm } = armedFaults();
const open = () => testApp({ faults, settings: { rateLimitScale: 1e6 } });
let shop: TestApp;
/** Whether rows were left that break an invariant; a shorter walk is then tried on a new database. */
let spoilt = false;

beforeAll(async () => {
  shop = await open();
});
afterAll(() => shop.close());

async function newCast(): Promise<Cast> {
  if (spoilt) {
    await shop.close();
    shop = await open();
    spoilt = false;
  }
  const people = [];
  for (const role of ['buyer', 'seller', 'buyer', 'seller'] as const) {
    people.push(await shop.person(role));
  }
  const phones = [];
  for (const seller of people.filter(({ role }) => role === 'seller')) {
    phones.push({ id: await shop.product(seller), price: 345 });
  }
  return { shop, people, phones, admin: await shop.person('admin'), held: [], fail };
}

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as Action['kind']),
      weight,
    })),
  ),
  // Small numbers first: a few people about a few phones get in each other's way.
  who: fc.nat(4),
  what: fc.nat(3),
  how: fc.nat(5),
});
/** Mostly one action at a time, sometimes several at once. */
const step = fc.oneof(
  { arbitrary: action.map((one) => [one]), weight: 3 },
  { arbitrary: fc.array(action, { minLength: 2, maxLength: 5 }), weight: 1 },
);

async function requireInvariants(quiet: boolean, after: string): Promise<void> {
  const broken = await brokenInvariants(shop.db, quiet);
  spoilt = broken.length > 0;
  if (spoilt) throw new Error(`after ${after}: ${JSON.stringify(broken, null, 2)}`);
}

/** Lets the provider answer again and the background work be done, as it would be within minutes. */
async function settle(): Promise<void> {
  disarm();
  for (let round = 0; round < 2; round++) {
    await shop.runJobs('expire-orders');
    await reconcilePayments(shop.deps, 0);
    await shop.db.execute('update outbox set due_at = now() where done_at is null');
    await shop.runJobs('empty-outbox');
  }
}

test(
  'whatever people do, one at a time or at once, no phone is sold twice and no money is lost',
  async () => {
    let actions = 0;
    let orders = 0;
    const started = performance.now();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
        async (walk) => {
          const cast = await newCast();
          for (const together of walk) {
            await Promise.all(together.map((one) => act(cast, one)));
            actions += together.length;
            await requireInvariants(false, JSON.stringify(together));
          }
          await settle();
          await requireInvariants(true, 'all was settled');
          orders += cast.held.length;
        },
      ),
      runs(40),
    );
    const seconds = Math.round((performance.now() - started) / 1000);
    tell(`walks: ${runs(40).numRuns}, ${actions} actions, ${orders} orders, ${seconds} s`);
    expect(orders).toBeGreaterThan(0);
  },
  patience(90),
);
