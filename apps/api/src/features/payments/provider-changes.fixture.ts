import * as contract from '@redial/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { postWebhook } from '../../../test/security/fixtures.ts';
import { createTestApp, unwrap } from '../../../test/test-app.ts';
import {
  chargebacks,
  ledgerAccounts,
  orderEvents,
  orders,
  sandboxEvents,
} from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { transitionOrder } from '../orders/index.ts';

/** Numbers of cards by what the sandbox does with their payments. */
export const cards = {
  good: '4242424242424242',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
};
const price = 345;

/** The API with paid orders, refunds and chargebacks of the provider. `reset` starts with new parties. */
export async function createProviderFixture() {
  const api = await createTestApp();
  const newParties = async () => ({
    seller: await api.insertUser('seller'),
    buyer: await api.insertUser('buyer'),
  });
  const app = Object.assign(api, await newParties());

  async function reset() {
    app.setNow(undefined);
    Object.assign(app, await newParties());
  }

  /** Posts all events that the provider has enqueued, each of them twice. */
  async function deliverEvents() {
    const events = await app.db.delete(sandboxEvents).returning();
    for (const { payload } of events) {
      for (let time = 0; time < 2; time++) {
        const { statusCode } = await postWebhook(app, payload, { at: app.deps.clock.now() });
        if (statusCode !== 200) throw new Error(`the event was refused with ${statusCode}`);
      }
    }
    await app.runJobs();
  }

  /** An order whose card is confirmed at the provider, and whose payment is not recorded yet. */
  async function confirmedOrder(number = cards.good) {
    const productId = await app.insertProduct(app.seller);
    const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
    const { insertedId: orderId } = unwrap(
      await app.call(contract.placeOrder, { body, token: app.buyer.token }),
    );
    const { clientSecret } = unwrap(
      await app.call(contract.createPaymentIntent, {
        body: { price, orderId },
        token: app.buyer.token,
      }),
    );
    const { id: intentId } = await app.pay(clientSecret, number);
    return { orderId, productId, intentId };
  }

  async function paidOrder(number = cards.good) {
    const order = await confirmedOrder(number);
    await deliverEvents();
    const state = (await orderOf(order.orderId))?.state;
    if (state !== 'paid') throw new Error(`the order is ${state}`);
    return order;
  }

  /** Applies transitions without their endpoints. */
  const apply = (orderId: string, ...transitions: Parameters<typeof transitionOrder>[2][]) =>
    inTransaction(app.db, async (tx) => {
      for (const transition of transitions) {
        const moved = await transitionOrder(tx, orderId, transition, app.deps);
        if (!moved) throw new Error(`${transition} is not allowed`);
      }
    });
  const orderOf = async (id: string) => {
    const [order] = await app.db.select().from(orders).where(eq(orders.id, id));
    return order;
  };
  /** What the ledger has on an account, in cents. */
  const balance = async (account: string) => {
    const [row] = await app.db
      .select()
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.account, account));
    return row?.balanceCents ?? 0;
  };
  /** What is held of an order, and what the seller is owed, in cents. */
  const moneyOf = async (orderId: string) => ({
    escrow: 0 - (await balance(`escrow:${orderId}`)),
    seller: 0 - (await balance(`seller:${app.seller.id}`)),
  });
  /** Everything that is not about one order or seller, in cents. */
  async function commonMoney() {
    const names = ['provider', 'fees', 'chargebacks', 'provider-fees', 'operator'] as const;
    const values = await Promise.all(names.map(balance));
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? 0])) as Record<
      (typeof names)[number],
      number
    >;
  }
  /** Lets a minute pass at the provider, and delivers what it reports. */
  async function advanceProvider() {
    app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
    await app.cards.settleDue();
    await deliverEvents();
  }

  /** The latest chargeback of an order. */
  const disputeOf = async (orderId: string) => {
    const [row] = await app.db
      .select()
      .from(chargebacks)
      .where(eq(chargebacks.orderId, orderId))
      .orderBy(desc(chargebacks.openedAt));
    return row;
  };
  const kindsOf = async (orderId: string) =>
    (
      await app.db
        .select({ kind: orderEvents.kind })
        .from(orderEvents)
        .where(eq(orderEvents.orderId, orderId))
        .orderBy(orderEvents.id)
    ).map(({ kind }) => kind);

  /** Reports a chargeback as the provider does. The sandbox has one at a time for an intent. */
  async function report(
    intentId: string,
    { id, amountCents, status }: { id: string; amountCents: number; status: string },
  ) {
    await app.db.execute(sql`delete from sandbox_cards.disputes where intent_id = ${intentId}`);
    await app.db.execute(sql`
      insert into sandbox_cards.disputes
        (id, intent_id, amount_cents, fee_cents, status, reason, evidence_due_at, created_at)
      values (${id}, ${intentId}, ${amountCents}, 0, ${status}, 'fraudulent',
        now() + interval '7 days', now())`);
    const event = {
      id: `evt_${id}_${status}`,
      type: 'charge.dispute.updated',
      data: { object: { object: 'dispute', id, payment_intent: intentId } },
    };
    const { statusCode } = await postWebhook(app, event, { at: app.deps.clock.now() });
    if (statusCode !== 200) throw new Error(`the event was refused with ${statusCode}`);
  }

  const newDisputeId = () => `dp_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

  /** The bank opens a chargeback of a part of the price, and decides it for the buyer. */
  async function losePart(intentId: string, amountCents: number) {
    const id = newDisputeId();
    await report(intentId, { id, amountCents, status: 'needs_response' });
    await app.cards.decideDispute(id, 'lost');
    await deliverEvents();
  }
  return Object.assign(app, {
    reset,
    deliverEvents,
    confirmedOrder,
    paidOrder,
    apply,
    orderOf,
    balance,
    moneyOf,
    commonMoney,
    advanceProvider,
    disputeOf,
    kindsOf,
    newDisputeId,
    report,
    losePart,
  });
}

export type ProviderFixture = Awaited<ReturnType<typeof createProviderFixture>>;
