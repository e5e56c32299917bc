import {
  acceptOrder,
  createPaymentIntent,
  intentIdFromClientSecret,
  openDispute,
  placeOrder,
  recordPayment,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { createTestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { ledgerEntries, orders } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { escrowOf, sellerAccountOf } from '../ledger/index.ts';
import { type OrderTransition, transitionOrder } from '../orders/index.ts';

/** The whole API with a buyer, a seller and an admin, and paid orders between them. */
export async function createTradeFixture(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
  const buyer = await app.insertUser('buyer', { name: 'Nora Buyer' });
  const seller = await app.insertUser('seller', { name: 'Selma Seller' });
  const admin = await app.insertUser('admin');
  const other = await app.insertUser('buyer');
  const { db } = app;

  /** Places an order of 345 dollars and pays it. */
  async function payOrder({
    product = {},
    location = 'Gare de Lyon',
    of = seller,
    ...given
  }: {
    /** An offered phone of that price; a new one otherwise. */
    productId?: string;
    product?: Parameters<typeof app.insertProduct>[1];
    location?: string;
    of?: TestUser;
  } = {}): Promise<{ orderId: string; productId: string }> {
    const productId =
      given.productId ?? (await app.insertProduct(of, { resalePriceCents: 34_500, ...product }));
    const { token, email } = buyer;
    const body = { productId, phone: '+33 6 12 34 56 78', location };
    const orderId = unwrap(await app.call(placeOrder, { body, token })).insertedId;
    const asked = await app.call(createPaymentIntent, { body: { price: 345, orderId }, token });
    const { clientSecret } = unwrap(asked);
    await app.pay(clientSecret);
    const transactionId = intentIdFromClientSecret(clientSecret);
    unwrap(
      await app.call(recordPayment, { body: { price: 345, transactionId, email, orderId }, token }),
    );
    return { orderId, productId };
  }

  /** Applies transitions without their endpoints. */
  async function move(orderId: string, ...transitions: OrderTransition[]): Promise<void> {
    for (const transition of transitions) {
      const { settings } = app;
      const moved = await inTransaction(db, (tx) =>
        transitionOrder(tx, orderId, transition, { settings, actorId: buyer.id }),
      );
      if (!moved) throw new Error(`${transition} is not allowed`);
    }
  }

  /** Pays an order, hands the phone over, and disputes it. */
  async function payAndDispute(
    body: Parameters<typeof app.call<typeof openDispute>>[1]['body'] = {
      reason: 'does-not-work',
      text: 'It does not charge.',
    },
  ) {
    const order = await payOrder();
    await move(order.orderId, 'meet');
    const params = { id: order.orderId };
    const opened = await app.call(openDispute, { params, body, token: buyer.token });
    return { ...order, disputeId: unwrap(opened).insertedId };
  }

  const balanceOf = async (account: string): Promise<number> => {
    const [row] = await db
      .select({ cents: sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)::int` })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.account, account));
    return row?.cents ?? 0;
  };

  return {
    ...app,
    buyer,
    seller,
    admin,
    other,
    payOrder,
    move,
    payAndDispute,
    stateOf: async (orderId: string) =>
      (await db.select({ state: orders.state }).from(orders).where(eq(orders.id, orderId)))[0]
        ?.state,
    /** Lets the open deadlines of an order, of a kind or all, be due, and fires them. */
    async passDeadline(orderId: string, kind?: string): Promise<void> {
      await db.execute(sql`
        update order_deadlines set due_at = now() - interval '1 second'
        where order_id = ${orderId} and closed_at is null
          and (${kind ?? null}::text is null or kind = ${kind ?? null})`);
      await app.runJobs('fire-deadlines');
    },
    openDeadlines: async (orderId: string): Promise<string[]> =>
      (
        await db.execute<{ kind: string }>(
          sql`select kind from order_deadlines where order_id = ${orderId} and closed_at is null order by kind`,
        )
      ).rows.map(({ kind }) => kind),
    /** What Redial holds for an order and what it owes the seller, in cents. */
    money: async (orderId: string, of: TestUser = seller) => ({
      escrow: 0 - (await balanceOf(escrowOf(orderId))),
      seller: 0 - (await balanceOf(sellerAccountOf(of.id))),
    }),
    setChargeback: (orderId: string, isOpen: boolean) =>
      db
        .update(orders)
        .set({ chargebackOpenedAt: isOpen ? new Date() : null })
        .where(eq(orders.id, orderId)),
    accept: (orderId: string) =>
      app.call(acceptOrder, { params: { id: orderId }, token: buyer.token }),
  };
}

export type TradeFixture = Awaited<ReturnType<typeof createTradeFixture>>;
