import type { OrderState } from '@redial/contract';
import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { createTestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { OrderTransition } from './state-machine.ts';
import { transitionOrder } from './transitions.ts';

export const address = {
  name: 'Ben Buyer',
  line1: 'Rue de la Part-Dieu 4',
  postalCode: '69003',
  city: 'Lyon',
  country: 'France',
};
const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' } as const;

/** The parameters of the calls about an order. */
export const params = (id: string) => ({ params: { id } });

/**
 * The whole API with a buyer, a seller and an admin, and orders between them in every state. A test
 * that needs parties of its own replaces `buyer` or `seller` for its time.
 */
export async function createOrderFixture(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
  const fixture = Object.assign(app, {
    seller: await app.insertUser('seller', { name: 'Sela' }),
    buyer: await app.insertUser('buyer', { name: 'Ben' }),
    admin: await app.insertUser('admin'),
  });

  /** An order that is not paid. */
  async function placed(): Promise<string> {
    const productId = await app.insertProduct(fixture.seller);
    const body = { productId, phone: '+1 202-555-0199', location: 'Lyon, at the station' };
    return unwrap(await app.call(contract.placeOrder, { body, token: fixture.buyer.token }))
      .insertedId;
  }

  /** A paid order. */
  async function paid(): Promise<string> {
    const orderId = await placed();
    const { token } = fixture.buyer;
    const intent = await app.call(contract.createPaymentIntent, {
      body: { price: 345, orderId },
      token,
    });
    const { id: transactionId } = await app.pay(unwrap(intent).clientSecret);
    const body = { price: 345, transactionId, email: fixture.buyer.email, orderId };
    unwrap(await app.call(contract.recordPayment, { body, token }));
    return orderId;
  }

  /** The transitions that lead from `unpaid` or `paid` to a state. */
  const paths: Record<OrderState, { from: () => Promise<string>; by: OrderTransition[] }> = {
    unpaid: { from: placed, by: [] },
    cancelled: { from: placed, by: ['cancel'] },
    expired: { from: placed, by: ['expire'] },
    paid: { from: paid, by: [] },
    in_transit: { from: paid, by: ['ship'] },
    delivered: { from: paid, by: ['ship', 'receive'] },
    disputed: { from: paid, by: ['ship', 'receive', 'dispute'] },
    returning: { from: paid, by: ['ship', 'receive', 'dispute', 'resolveWithReturn'] },
    completed: { from: paid, by: ['ship', 'receive', 'accept'] },
    refunded: { from: paid, by: ['cancelSale'] },
  };

  /** A new order in a state. */
  async function orderIn(state: OrderState): Promise<string> {
    const { from, by } = paths[state];
    const id = await from();
    for (const transition of by) {
      const { settings } = app;
      const details =
        transition === 'ship'
          ? { ...parcel, carrierName: 'UPS', trackingNumber: '1Z999AA10123456784' }
          : {};
      await inTransaction(app.db, (tx) =>
        transitionOrder(tx, id, transition, { settings, details }),
      );
    }
    return id;
  }

  /** What the parties do, as the one whose step it is or somebody else. */
  const steps = {
    handover: (id: string, by = fixture.buyer) =>
      app.call(contract.chooseHandover, {
        ...params(id),
        body: { method: 'ship', address },
        token: by.token,
      }),
    request: (id: string, by = fixture.buyer) =>
      app.call(contract.requestCancellation, {
        ...params(id),
        body: { reason: 'found-another' },
        token: by.token,
      }),
    cancel: (id: string, by = fixture.seller) =>
      app.call(contract.cancelSale, {
        ...params(id),
        body: { reason: 'not-available' },
        token: by.token,
      }),
    ship: (id: string, by = fixture.seller) =>
      app.call(contract.shipOrder, { ...params(id), body: parcel, token: by.token }),
    receive: (id: string, by = fixture.buyer) =>
      app.call(contract.confirmReceipt, { ...params(id), token: by.token }),
    accept: (id: string, by = fixture.buyer) =>
      app.call(contract.acceptOrder, { ...params(id), token: by.token }),
  };

  const details = async (id: string, by: TestUser = fixture.buyer) =>
    unwrap(await app.call(contract.getOrderDetails, { ...params(id), token: by.token }));
  const stateOf = async (id: string) => (await details(id)).state;
  /** Lets the open deadline of a kind be due. */
  const makeDue = (id: string, kind: string) =>
    app.db.execute(sql`update order_deadlines set due_at = now() - interval '1 second'
      where order_id = ${id} and kind = ${kind} and closed_at is null`);

  /** What the ledger has on an account, in cents. */
  const balanceOf = async (account: string) => {
    const { rows } = await app.db.execute<{ cents: string }>(
      sql`select balance_cents as cents from ledger_accounts where account = ${account}`,
    );
    return Number(rows[0]?.cents ?? 0);
  };
  /** Runs the jobs. @returns recipients and subjects of the mails sent. */
  async function mailed(): Promise<string[]> {
    await app.runJobs('dispatch-outbox');
    const names = new Map([
      [fixture.buyer.email, 'buyer'],
      [fixture.seller.email, 'seller'],
    ]);
    return app.sentMails
      .splice(0)
      .map(({ to, subject }) => `${names.get(to)}: ${subject.split(':')[0]}`)
      .sort();
  }

  const calls = { placed, paid, orderIn, steps, details, stateOf, makeDue, balanceOf, mailed };
  return Object.assign(fixture, calls);
}

export type OrderFixture = Awaited<ReturnType<typeof createOrderFixture>>;
