import type { OrderState } from '@redial/contract';
import * as contract from '@redial/contract';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../../test/test-app.ts';
import { orders } from '../../db/schema/index.ts';
import { createOrderFixture, type OrderFixture } from './order.fixture.ts';
import { turnOf } from './order-situation.ts';
import { findOpenDeadlines, situationOf } from './order-situation-queries.ts';

let app: OrderFixture;

beforeAll(async () => {
  app = await createOrderFixture();
});
afterAll(() => app.close());

test('sales that need the seller come first, and the list agrees with the pages of the orders', async () => {
  const kept = app.seller;
  app.seller = await app.insertUser('seller');
  const states: OrderState[] = [
    'paid',
    'completed',
    'returning',
    'unpaid',
    'disputed',
    'delivered',
  ];
  const ids: string[] = [];
  for (const state of states) ids.push(await app.orderIn(state));
  const list = () => app.call(contract.listSales, { query: {}, token: app.seller.token });
  const { sales, total, needingAction } = unwrap(await list());
  // A return without an address waits for the seller, too.
  expect([total, needingAction]).toEqual([6, 3]);
  expect(sales.map(({ state }) => state)).toEqual([
    'disputed',
    'returning',
    'paid',
    'delivered',
    'unpaid',
    'completed',
  ]);
  const rows = await app.db.select().from(orders).where(eq(orders.sellerId, app.seller.id));
  const open = await findOpenDeadlines(app.db, ids);
  for (const row of rows) {
    const context = { now: new Date(), overdueDays: 5, isRelistable: false };
    const turn = turnOf(
      situationOf({ ...row, returnAddress: null }, open.get(row.id) ?? [], context),
    );
    const sale = sales.find(({ _id }) => _id === row.id);
    expect(sale?.needsAction, row.state).toBe(turn === 'seller' || turn === 'both');
  }
  const none = await app.call(contract.listSales, { query: { page: 2 }, token: app.seller.token });
  expect(unwrap(none)).toMatchObject({ sales: [], total: 6 });
  app.seller = kept;
});

test('the list of sales has no deadline and no step that a chargeback pauses', async () => {
  const kept = app.seller;
  app.seller = await app.insertUser('seller');
  const { token } = app.seller;
  const received = await app.orderIn('delivered');
  const sent = await app.orderIn('in_transit');
  const paid = await app.orderIn('paid');
  app.seller = kept;
  const saleOf = async (id: string) => {
    const { sales } = unwrap(await app.call(contract.listSales, { query: {}, token }));
    return sales.find(({ _id }) => _id === id);
  };
  const deadlineOf = async (id: string) => (await saleOf(id))?.deadline?.kind;
  const setChargeback = (since: Date | null) =>
    app.db
      .update(orders)
      .set({ chargebackOpenedAt: since })
      .where(inArray(orders.id, [received, sent, paid]));
  expect(await deadlineOf(received)).toBe('inspection');
  await setChargeback(new Date());
  expect(await deadlineOf(received)).toBeUndefined();
  // That the phone counts as received moves no money.
  expect(await deadlineOf(sent)).toBe('transit');
  expect(await saleOf(paid)).toMatchObject({ needsAction: false, nextAction: null });
  await setChargeback(null);
  expect(await saleOf(paid)).toMatchObject({ needsAction: true });
  expect(await deadlineOf(received)).toBe('inspection');
});
