import { setTimeout as delay } from 'node:timers/promises';
import {
  acceptDisputeProposal,
  acceptOrder,
  addDisputeProposal,
  createPaymentIntent,
  decideDispute,
  openDispute,
  placeOrder,
  recordPayment,
  requestPayout,
  setUpPayoutAccount,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  disputeResolutions,
  orders,
  payments,
  payouts,
  sandboxDisputes,
  sandboxIntents,
} from '../../src/db/schema/index.ts';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { createTestApp, resultCode, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../test-database.ts';
import { contact, postWebhook } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { isLong, logFigures } from './property-settings.ts';

/** Rounds of each race. */
const rounds = isLong ? 200 : 5;
const timeout = isLong ? 3600_000 : 90_000;

let database: TestDatabase;
/** Two instances with separate connection pools on one database. */
let one: TradeFixture;
let other: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = () => {
    const db = openTestPool(database.url);
    return { database: { ...database, db }, settings: { rateLimitScale: 1e6 } };
  };
  one = await createTradeFixture(options());
  other = await createTestApp(options());
});
afterAll(async () => {
  for (const { close, db } of [one, other]) {
    await close();
    await db.$client.end();
  }
  await database.close();
});

/** Runs a race in rounds, counts how it ends, and checks the books. Many rounds have to end both ways. */
async function race(what: string, round: (n: number) => Promise<string>): Promise<void> {
  const winners = new Map<string, number>();
  for (let n = 0; n < rounds; n++) {
    const winner = await round(n);
    winners.set(winner, (winners.get(winner) ?? 0) + 1);
  }
  await one.runJobs('dispatch-outbox');
  expect(await findViolations(one.db)).toEqual([]);
  if (isLong) expect(winners.size, `${what} can end both ways`).toBe(2);
  logFigures(`${what}: ${[...winners].map(([name, n]) => `${name} ${n}`).join(', ')}`);
}

const release = async (orderId: string) => {
  const { rows } = await one.db.execute(
    sql`select id from ledger_transactions where order_id = ${orderId} and type = 'release'`,
  );
  return rows.length;
};
const escrow = async (orderId: string) => (await one.money(orderId)).escrow;

test(
  'acceptance and the end of the inspection: the money is released once',
  () =>
    race('accept vs. timeout', async () => {
      const { orderId } = await one.payOrder();
      await one.move(orderId, 'meet');
      await one.db.execute(
        sql`update order_deadlines set due_at = now() where order_id = ${orderId} and closed_at is null`,
      );
      const [accepted] = await Promise.all([one.accept(orderId), other.runJobs('fire-deadlines')]);
      expect(await one.stateOf(orderId)).toBe('completed');
      expect([await release(orderId), await escrow(orderId)]).toEqual([1, 0]);
      const code = resultCode(accepted);
      expect(['ok', 'order.invalid-status']).toContain(code);
      return code === 'ok' ? 'accept' : 'timeout';
    }),
  timeout,
);

test(
  'a dispute and the acceptance: one of them is refused',
  () =>
    race('dispute vs. accept', async (n) => {
      const { orderId } = await one.payOrder();
      await one.move(orderId, 'meet');
      const params = { id: orderId };
      const body = { reason: 'does-not-work', text: 'It does not charge.' } as const;
      const { token } = one.buyer;
      const steps = [
        () => one.call(openDispute, { params, body, token }),
        () => other.call(acceptOrder, { params, token }),
      ];
      const results = await Promise.all((n % 2 ? steps.toReversed() : steps).map((step) => step()));
      const [disputed, accepted] = (n % 2 ? results.toReversed() : results).map(resultCode);
      expect([disputed, accepted].sort()).toEqual(['ok', 'order.invalid-status']);
      const isDisputed = disputed === 'ok';
      expect(await one.stateOf(orderId)).toBe(isDisputed ? 'disputed' : 'completed');
      expect([await release(orderId), await escrow(orderId)]).toEqual(
        isDisputed ? [0, 34_500] : [1, 0],
      );
      return isDisputed ? 'dispute' : 'accept';
    }),
  timeout,
);

test(
  'a decision and an accepted proposal: the dispute ends once',
  () =>
    race('decision vs. agreement', async (n) => {
      const { orderId, disputeId } = await one.payAndDispute();
      const params = { id: disputeId };
      const offer = { kind: 'partial-refund', refund: 60 } as const;
      const proposed = await one.call(addDisputeProposal, {
        params,
        body: offer,
        token: one.seller.token,
      });
      const { insertedId: proposalId } = unwrap(proposed);
      const agree = () =>
        one.call(acceptDisputeProposal, {
          params: { ...params, proposalId },
          token: one.buyer.token,
        });
      const decide = () =>
        other.call(decideDispute, {
          params,
          body: { kind: 'full-refund', reason: 'The photos show it.' },
          token: one.admin.token,
        });
      const results = await Promise.all(n % 2 ? [decide(), agree()] : [agree(), decide()]);
      expect(results.map(resultCode).sort()).toEqual(['ok', 'order.invalid-status']);
      const isAgreed = results[n % 2 ? 1 : 0]?.ok;
      expect(await one.stateOf(orderId)).toBe(isAgreed ? 'completed' : 'refunded');
      const ends = await one.db
        .select()
        .from(disputeResolutions)
        .where(eq(disputeResolutions.disputeId, disputeId));
      expect(ends).toHaveLength(1);
      await Promise.all([one.runJobs('dispatch-outbox'), other.runJobs('dispatch-outbox')]);
      await one.db.execute('update outbox set due_at = now() where done_at is null');
      await one.runJobs('dispatch-outbox');
      expect([await release(orderId), await escrow(orderId)]).toEqual([isAgreed ? 1 : 0, 0]);
      return isAgreed ? 'agreement' : 'decision';
    }),
  timeout,
);

test(
  'a payout and a chargeback: the money leaves once, or is held',
  () =>
    race('payout vs. chargeback', async (n) => {
      const seller = await one.insertUser('seller');
      const { orderId } = await one.payOrder({ of: seller });
      await one.move(orderId, 'meet', 'accept');
      const { token } = seller;
      const details = {
        holderName: 'A',
        accountNumber: '000123456789',
        routingNumber: '110000000',
      };
      unwrap(await one.call(setUpPayoutAccount, { body: details, token }));
      const { disputeId, event } = await openChargeback(orderId);
      // The event is read from the provider first, so the payout starts up to 36 ms later.
      const [paid, reported] = await Promise.all([
        delay((n % 10) * 4).then(() => one.call(requestPayout, { body: {}, token })),
        postWebhook(other, event),
      ]);
      expect(reported.statusCode).toBe(200);
      const code = resultCode(paid);
      expect(['ok', 'payout.too-small', 'payout.exceeds-balance']).toContain(code);
      const made = await one.db.select().from(payouts).where(eq(payouts.userId, seller.id));
      expect(made).toHaveLength(code === 'ok' ? 1 : 0);
      await one.cards.decideDispute(disputeId, 'lost');
      await postWebhook(other, { ...event, id: `${event.id}_closed` });
      expect(await one.stateOf(orderId)).toBe('refunded');
      // What was paid out is owed.
      const paidOut = made.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect((await one.money(orderId, seller)).seller).toBe(0 - paidOut);
      return code === 'ok' ? 'payout' : 'chargeback';
    }),
  timeout,
);

/** The bank opens a chargeback of the whole price. @returns the event that reports it. */
async function openChargeback(orderId: string) {
  const [payment] = await one.db.select().from(payments).where(eq(payments.orderId, orderId));
  const intentId = payment?.intentId ?? '';
  const disputeId = `dp_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
  await one.db.insert(sandboxDisputes).values({
    id: disputeId,
    intentId,
    amountCents: 34_500,
    feeCents: 0,
    reason: 'fraudulent',
    evidenceDueAt: new Date(Date.now() + 7 * 24 * 3600_000),
    createdAt: new Date(),
  });
  const event = {
    id: `evt_${disputeId}`,
    type: 'charge.dispute.created',
    data: { object: { object: 'dispute', id: disputeId, payment_intent: intentId } },
  };
  return { disputeId, event };
}

test(
  'fifty buyers who order and pay one phone: one charge, 49 refusals before any charge',
  async () => {
    const buyers: TestUser[] = [];
    for (let n = 0; n < 50; n++) buyers.push(await one.insertUser('buyer'));
    for (let round = 0; round < (isLong ? 20 : 1); round++) {
      const productId = await one.insertProduct(one.seller, { resalePriceCents: 34_500 });
      const codes = await Promise.all(
        buyers.map(async ({ token, email }, n) => {
          const at = n % 2 ? one : other;
          const placed = await at.call(placeOrder, { body: { productId, ...contact }, token });
          if (!placed.ok) return resultCode(placed);
          const orderId = placed.value.insertedId;
          const asked = await at.call(createPaymentIntent, {
            body: { price: 345, orderId },
            token,
          });
          const { id: transactionId } = await at.pay(unwrap(asked).clientSecret);
          const body = { price: 345, transactionId, email, orderId };
          return resultCode(await at.call(recordPayment, { body, token }));
        }),
      );
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
      expect(codes.filter((code) => code === 'product.sold')).toHaveLength(49);
      const ofProduct = await one.db.select().from(orders).where(eq(orders.productId, productId));
      expect(ofProduct).toHaveLength(1);
      const intents = await one.db
        .select()
        .from(sandboxIntents)
        .where(eq(sandboxIntents.orderId, ofProduct[0]?.id ?? ''));
      expect(intents.map(({ status }) => status)).toEqual(['succeeded']);
    }
    expect(await findViolations(one.db)).toEqual([]);
  },
  timeout,
);
