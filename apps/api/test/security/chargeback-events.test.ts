import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payouts, sandboxEvents } from '../../src/db/schema/index.ts';
import {
  cards,
  createProviderFixture,
  type ProviderFixture,
} from '../../src/features/payments/provider-changes.fixture.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { postWebhook } from './fixtures.ts';
import { findViolations } from './invariants.ts';

/*
 * Chargebacks: leaving with their money, and signed events of the provider that are repeated, come in
 * another order, or many at once.
 */

let app: ProviderFixture;
beforeAll(async () => {
  app = await createProviderFixture();
});
beforeEach(() => app.reset());
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const leave = async ({ token, email }: TestUser) =>
  resultCode(await app.call(contract.deleteOwnAccount, { body: { email }, token }));

/** Takes the events that the provider has enqueued, and delivers each of them once. */
async function deliverOnce(): Promise<unknown[]> {
  const events = await app.db.delete(sandboxEvents).returning();
  for (const { payload } of events) {
    expect((await postWebhook(app, payload)).statusCode).toBe(200);
  }
  await app.runJobs();
  return events.map(({ payload }) => payload);
}

/** A paid order whose bank opens a chargeback as soon as the provider settles what is due. */
async function disputedOrder(): Promise<{ orderId: string; events: unknown[] }> {
  const { orderId } = await app.confirmedOrder(cards.disputed);
  const events = await deliverOnce();
  app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
  return { orderId, events };
}

describe('a seller', () => {
  test('does not leave while a chargeback is open after the release', async () => {
    const { orderId } = await app.paidOrder(cards.disputed);
    await app.apply(orderId, 'meet', 'accept');
    await app.advanceProvider();
    const chargeback = await app.disputeOf(orderId);
    expect(chargeback?.state).toBe('open');
    expect(await leave(app.seller)).toBe('account.money-open');
    expect(await leave(app.buyer)).toBe('account.money-open');
    await app.cards.decideDispute(chargeback?.id ?? '', 'lost');
    await app.deliverEvents();
    expect((await app.orderOf(orderId))?.state).toBe('refunded');
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
    expect(await leave(app.buyer)).toBe('ok');
  });

  test('whose money was paid out before a chargeback owes it, and does not leave with the debt', async () => {
    const { token } = app.seller;
    const { orderId } = await app.paidOrder(cards.disputed);
    await app.apply(orderId, 'meet', 'accept');
    const { seller } = await app.moneyOf(orderId);
    const body = {
      holderName: 'Selma Seller',
      accountNumber: '000123456789',
      routingNumber: '110000000',
    };
    expect(resultCode(await app.call(contract.setUpPayoutAccount, { body, token }))).toBe('ok');
    expect(resultCode(await app.call(contract.requestPayout, { body: {}, token }))).toBe('ok');
    await app.runJobs();
    for (let minute = 0; minute < 3; minute++) await app.advanceProvider();
    await app.cards.decideDispute((await app.disputeOf(orderId))?.id ?? '', 'lost');
    await app.deliverEvents();
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: -seller });
    const again = await app.call(contract.requestPayout, { body: {}, token });
    expect(resultCode(again)).toBe('payout.too-small');
    expect(await leave(app.seller)).toBe('account.money-open');
  });
});

describe('a payout that was requested before a chargeback', () => {
  test('does not leave while it is open', async () => {
    const { token } = app.seller;
    // The provider has the money of another order.
    await app.paidOrder();
    const { orderId } = await app.paidOrder(cards.disputed);
    await app.apply(orderId, 'meet', 'accept');
    const { seller } = await app.moneyOf(orderId);
    const body = {
      holderName: 'Selma Seller',
      accountNumber: '000123456789',
      routingNumber: '110000000',
    };
    expect(resultCode(await app.call(contract.setUpPayoutAccount, { body, token }))).toBe('ok');
    const request = async () =>
      unwrap(await app.call(contract.requestPayout, { body: {}, token })).insertedId;
    const rowOf = async (id: string) =>
      (await app.db.select().from(payouts).where(eq(payouts.id, id)))[0];
    const first = await request();
    await app.advanceProvider();
    expect((await app.disputeOf(orderId))?.state).toBe('open');
    expect(await rowOf(first)).toMatchObject({ state: 'failed', failureCode: 'negative_balance' });
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller });
    const again = await app.call(contract.requestPayout, { body: {}, token });
    expect(resultCode(again)).toBe('payout.too-small');
    await app.cards.decideDispute((await app.disputeOf(orderId))?.id ?? '', 'won');
    await app.deliverEvents();
    const second = await request();
    await app.runJobs();
    expect(await rowOf(second)).toMatchObject({ state: 'paying', failureCode: null });
  });
});

describe('signed events of a chargeback', () => {
  test.each(['won', 'lost'] as const)(
    'that was %s count once when all are repeated at once and backwards',
    async (outcome) => {
      const { orderId, events } = await disputedOrder();
      await app.apply(orderId, 'meet', 'accept');
      await app.cards.settleDue();
      events.push(...(await deliverOnce()));
      const replay = async () => {
        const copies = [...events.toReversed(), ...events, ...events.toReversed()];
        const answers = await Promise.all(copies.map((event) => postWebhook(app, event)));
        for (const { statusCode } of answers) expect(statusCode).toBe(200);
        await app.runJobs();
      };
      const state = async () => ({
        order: (await app.orderOf(orderId))?.state,
        chargeback: (await app.disputeOf(orderId))?.state,
        money: await app.moneyOf(orderId),
        common: await app.commonMoney(),
        kinds: await app.kindsOf(orderId),
      });
      const opened = await state();
      expect(opened).toMatchObject({ order: 'completed', chargeback: 'open' });
      await replay();
      expect(await state()).toEqual(opened);
      await app.cards.decideDispute((await app.disputeOf(orderId))?.id ?? '', outcome);
      const decided = (await app.db.delete(sandboxEvents).returning()).map(
        ({ payload }) => payload,
      );
      // The decision is reported by many at once, among them the events of before.
      events.push(...decided);
      await replay();
      const ended = await state();
      expect(ended).toMatchObject({
        order: outcome === 'won' ? 'completed' : 'refunded',
        chargeback: outcome,
        money: { escrow: 0, seller: outcome === 'won' ? opened.money.seller : 0 },
      });
      expect(ended.common.chargebacks).toBe(opened.common.chargebacks - 34_500);
      await replay();
      expect(await state()).toEqual(ended);
    },
  );
});
