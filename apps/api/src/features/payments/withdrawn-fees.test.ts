import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/transaction.ts';
import { postOperatorWithdrawal } from '../ledger/index.ts';
import { createProviderFixture, type ProviderFixture } from './provider-changes.fixture.ts';

let app: ProviderFixture;

beforeAll(async () => {
  app = await createProviderFixture();
});
afterAll(() => app.close());

test('a fee that the operator has withdrawn is given back at the operator’s cost', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.apply(orderId, 'meet', 'accept');
  const before = await app.commonMoney();
  const withdrawn = { id: 'txn_fees', cents: 0 - before.operator - before.fees - 300 };
  expect(await inTransaction(app.db, (tx) => postOperatorWithdrawal(tx, withdrawn))).toBe(0);
  const state = async () => {
    const { fees, 'provider-fees': costs } = await app.commonMoney();
    const { seller } = await app.moneyOf(orderId);
    return { seller, fees, costs: costs - before['provider-fees'] };
  };
  expect(await state()).toEqual({ seller: 32_775, fees: -300, costs: 0 });
  // Of 5 dollars that are given back, 3 are left.
  await app.cards.refundInDashboard(intentId, 10_000);
  await app.deliverEvents();
  expect(await state()).toEqual({ seller: 23_275, fees: 0, costs: 200 });
  await app.cards.refundInDashboard(intentId, 10_000);
  await app.deliverEvents();
  expect(await state()).toEqual({ seller: 13_775, fees: 0, costs: 700 });
  await app.losePart(intentId, 14_500);
  expect(await state()).toEqual({ seller: 0, fees: 0, costs: 1_425 });
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded' });
});
