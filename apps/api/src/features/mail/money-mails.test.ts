import * as contract from '@redial/contract';
import { describePayout } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postWebhook } from '../../../test/security/fixtures.ts';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { sandboxEvents } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { transitionOrder } from '../orders/index.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
});
beforeEach(async () => {
  app.setNow(undefined);
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  await app.runJobs();
  app.sentMails.splice(0);
});
afterAll(() => app.close());

/** Delivers the provider's events, each twice, and returns the mails since the last call. */
async function mailed() {
  for (let round = 0; round < 2; round++) {
    for (const { payload } of await app.db.delete(sandboxEvents).returning()) {
      for (let time = 0; time < 2; time++)
        await postWebhook(app, payload, { at: app.deps.clock.now() });
    }
    await app.runJobs('dispatch-outbox');
  }
  return app.sentMails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }));
}
async function advanceProvider() {
  app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
  await app.cards.settleDue();
}

async function requestPayout(accountNumber: string) {
  await app.db.execute(sql`insert into sandbox_cards.balance_entries (id, kind, amount_cents, created_at)
    values (${`txn_${crypto.randomUUID()}`}, 'charge', 10000000, now())`);
  await inTransaction(app.db, (tx) =>
    postTransaction(tx, {
      type: 'release',
      key: `release:${crypto.randomUUID()}`,
      amounts: { provider: 5_050, [sellerAccountOf(seller.id)]: -5_050 },
    }),
  );
  const { token } = seller;
  const body = { holderName: 'Rana', routingNumber: '110000000', accountNumber };
  unwrap(await app.call(contract.setUpPayoutAccount, { body, token }));
  unwrap(await app.call(contract.requestPayout, { body: {}, token }));
}
/** The last payout as the page shows it. */
const shown = async () => {
  const result = await app.call(contract.getBalance, { query: {}, token: seller.token });
  const [payout] = unwrap(result).payouts;
  return payout ? describePayout(payout) : '';
};

test('a payout that arrives and then comes back is mailed twice, in the words of the page', async () => {
  await requestPayout('000111111113');
  expect((await mailed()).map(({ to, subject }) => [to, subject])).toEqual([
    [seller.email, 'Your Redial payouts go to a new bank account'],
  ]);
  await advanceProvider();
  expect(await mailed()).toEqual([]);
  await advanceProvider();
  const settled = await mailed();
  expect(settled.map(({ to, subject }) => [to, subject])).toEqual([
    [seller.email, 'Paid out: $50.50'],
  ]);
  expect(settled[0]?.text).toContain(await shown());
  await advanceProvider();
  const failed = await mailed();
  expect(failed.map(({ to, subject }) => [to, subject])).toEqual([
    [seller.email, 'Payout failed: $50.50'],
  ]);
  expect(failed[0]?.text).toContain(await shown());
  expect(failed[0]?.text).toContain('The bank account is closed.');
  expect(failed[0]?.text).toContain('http://redial.test/dashboard/payout-account');
  expect(await mailed()).toEqual([]);
});

/** A paid order that was handed over. */
async function paidOrder(card: string) {
  const productId = await app.insertProduct(seller, { name: 'Galaxy S23' });
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  const { token } = buyer;
  const { insertedId: orderId } = unwrap(await app.call(contract.placeOrder, { body, token }));
  const asked = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId },
    token,
  });
  await app.pay(unwrap(asked).clientSecret, card);
  await mailed();
  return orderId;
}
const move = (orderId: string, transition: 'meet' | 'cancelSale') =>
  inTransaction(app.db, (tx) => transitionOrder(tx, orderId, transition, app.deps));

test.each(['won', 'lost'] as const)(
  'a chargeback is mailed when it is opened and when it is %s, to admins with the time for evidence',
  async (outcome) => {
    const orderId = await paidOrder('4000000000000259');
    await move(orderId, 'meet');
    await mailed();
    await advanceProvider();
    const opened = await mailed();
    const recipients = opened.map(({ to }) => to).sort();
    expect(recipients).toEqual([admin.email, buyer.email, seller.email].sort());
    const toAdmin = opened.find(({ to }) => to === admin.email);
    expect(toAdmin?.subject).toBe('Chargeback of $345');
    expect(toAdmin?.text).toMatch(/Evidence has to be submitted by \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    const { rows } = await app.db.execute<{ id: string }>(
      sql`select id from chargebacks where order_id = ${orderId}`,
    );
    await app.cards.decideDispute(rows[0]?.id ?? '', outcome);
    const closed = await mailed();
    const subject = outcome === 'won' ? 'Chargeback rejected' : 'Chargeback lost';
    for (const { email } of [buyer, seller]) {
      const mail = closed.find(({ to }) => to === email);
      expect(mail?.subject).toMatch(new RegExp(`^${subject}: `));
    }
  },
);

test('a refund that the bank refuses is mailed to the buyer and to admins', async () => {
  const orderId = await paidOrder('4000000000005126');
  await move(orderId, 'cancelSale');
  await mailed();
  await advanceProvider();
  const mails = await mailed();
  expect(mails).toHaveLength(2);
  const toAdmin = mails.find(({ to }) => to === admin.email);
  expect(toAdmin?.subject).toBe('Refund refused: $345');
  const toBuyer = mails.find(({ to }) => to === buyer.email);
  expect(toBuyer?.subject).toMatch(/^Refund refused by the bank: /);
  expect(toBuyer?.text).toContain('we are looking for another way');
});
