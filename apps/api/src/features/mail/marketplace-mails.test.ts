import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { orders, products, users } from '../../db/schema/index.ts';
import { reportLockout } from '../accounts/index.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
});
beforeEach(async () => {
  seller = await app.insertUser('seller', { name: 'Sela' });
  buyer = await app.insertUser('buyer', { name: 'Ben <b>' });
  await mailed();
});
afterAll(() => app.close());

/** Runs the background jobs and returns the mails sent, by recipient. */
async function mailed() {
  await app.runJobs();
  const mails = app.sentMails.splice(0);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length);
  return {
    mails,
    to: (person: TestUser) => mails.find(({ to }) => to === person.email),
  };
}

const phone = '+1 202-555-0199';
const location = 'Lyon, at the station';

async function placed(name = 'Galaxy S23') {
  const productId = await app.insertProduct(seller, { name, resalePriceCents: 34_550 });
  const { insertedId } = unwrap(
    await app.call(contract.placeOrder, {
      body: { productId, phone, location },
      token: buyer.token,
    }),
  );
  return { orderId: insertedId, productId };
}

async function secretOf(orderId: string): Promise<string> {
  const opened = await app.call(contract.createPaymentIntent, {
    body: { price: 345.5, orderId },
    token: buyer.token,
  });
  return unwrap(opened).clientSecret;
}

test('buyer and seller get a mail when an order is placed', async () => {
  const { orderId } = await placed('Galaxy <S23>');
  const { mails, to } = await mailed();
  expect(mails).toHaveLength(2);
  const toBuyer = to(buyer);
  // In the words of the catalogue: the title is the seller's.
  expect(toBuyer?.subject).toBe('Your order: iPhone');
  expect(toBuyer?.text).toContain('$345.50');
  expect(toBuyer?.text).toContain('24 hours');
  expect(toBuyer?.text).toContain(location);
  expect(toBuyer?.text).toContain(`http://redial.test/dashboard/myorders/payment/${orderId}`);
  const toSeller = to(seller);
  expect(toSeller?.subject).toBe('Ordered: Galaxy <S23>');
  expect(toSeller?.text).toContain('not paid yet');
  expect(toSeller?.html).toContain('Galaxy &#60;S23&#62;');
  expect(toSeller?.html).toContain('not paid yet');
});

test('contact details are mailed when the order is paid, not before', async () => {
  const { orderId } = await placed();
  const before = (await mailed()).to(seller);
  for (const fact of [buyer.email, buyer.name, phone, location]) {
    expect(before?.text).not.toContain(fact);
  }
  await app.pay(await secretOf(orderId));
  await reconcilePayments(app.deps, 0);
  const { mails, to } = await mailed();
  expect(mails).toHaveLength(2);
  expect(to(seller)?.subject).toBe('Sold: Galaxy S23');
  for (const fact of [buyer.email, phone, '$345.50']) {
    expect(to(seller)?.text).toContain(fact);
  }
  expect(to(buyer)?.subject).toBe('Paid: iPhone');
  for (const fact of [seller.email, '+1 202-555-0142', location, '$345.50']) {
    expect(to(buyer)?.text).toContain(fact);
  }
});

test('a payment that browser, webhook and job all report is mailed once', async () => {
  const { orderId } = await placed();
  await mailed();
  const { id: transactionId } = await app.pay(await secretOf(orderId));
  const record = () =>
    app.call(contract.recordPayment, {
      body: { price: 345.5, transactionId, email: buyer.email, orderId },
      token: buyer.token,
    });
  const codes = await Promise.all([record(), record(), reconcilePayments(app.deps, 0)]);
  expect(codes.slice(0, 2).map((result) => resultCode(result as { ok: true }))).toEqual([
    'ok',
    'ok',
  ]);
  expect((await mailed()).mails).toHaveLength(2);
  await record();
  expect((await mailed()).mails).toHaveLength(0);
});

test('buyer and seller get one mail each when an order is cancelled', async () => {
  const { orderId, productId } = await placed();
  await mailed();
  const cancel = () =>
    app.call(contract.cancelOrder, {
      params: { orderId },
      body: { productId },
      token: buyer.token,
    });
  await cancel();
  const { mails, to } = await mailed();
  expect(mails).toHaveLength(2);
  expect(to(buyer)?.subject).toBe('Cancelled: iPhone');
  expect(to(seller)?.text).toContain('on offer again');
  await cancel();
  expect((await mailed()).mails).toHaveLength(0);
});

test('buyer and seller get a mail when an order expires', async () => {
  const { orderId } = await placed();
  await mailed();
  await app.db.update(orders).set({ expiresAt: sql`now()` }).where(eq(orders.id, orderId));
  await app.runJobs('expire-orders');
  const { mails, to } = await mailed();
  expect(mails).toHaveLength(2);
  expect(to(buyer)?.text).toContain('not paid for in time');
  expect(to(seller)?.text).toContain('on offer again');
});

test('a refused order sends no mail', async () => {
  const productId = await app.insertProduct(seller);
  const refused = await app.call(contract.placeOrder, {
    body: { productId, phone, location },
    token: seller.token,
  });
  expect(resultCode(refused)).toBe('product.own-product');
  expect((await mailed()).mails).toHaveLength(0);
});

test('a verified seller gets one mail', async () => {
  const verify = () =>
    app.call(contract.verifySeller, { params: { email: seller.email }, token: admin.token });
  expect(unwrap(await verify())).toEqual({ acknowledged: true, modifiedCount: 1 });
  const { mails, to } = await mailed();
  expect(mails).toHaveLength(1);
  expect(to(seller)?.subject).toBe('You are a verified seller');
  expect(unwrap(await verify())).toEqual({ acknowledged: true, modifiedCount: 0 });
  expect((await mailed()).mails).toHaveLength(0);
});

test.each(['now', 'daily'] as const)(
  'where verified addresses are required, one that is not verified gets no mail (%s)',
  async (mail) => {
    const strict = await createTestApp({ settings: { requireVerifiedEmail: true } });
    try {
      const { token } = await strict.insertUser('admin');
      const unverified = await strict.insertUser('seller');
      const verified = await strict.insertUser('seller');
      await strict.db.update(users).set({ emailVerified: true }).where(eq(users.id, verified.id));
      for (const { email, token: own } of [unverified, verified]) {
        const kinds = [{ kind: 'listings', inApp: true, mail, push: false } as const];
        const body = { kinds };
        unwrap(await strict.call(contract.changeNotificationSettings, { body, token: own }));
        unwrap(await strict.call(contract.verifySeller, { params: { email }, token }));
      }
      await strict.runJobs('dispatch-outbox');
      await strict.runJobs('send-digests', 'dispatch-outbox');
      expect(strict.sentMails.map(({ to }) => to)).toEqual([verified.email]);
      const listed = await strict.call(contract.listNotifications, { token: unverified.token });
      expect(unwrap(listed).notifications).toHaveLength(1);
    } finally {
      await strict.close();
    }
  },
);

test('where verified addresses are required, one that is not verified gets no mail about wrong passwords', async () => {
  const strict = await createTestApp({ settings: { requireVerifiedEmail: true } });
  try {
    const unverified = await strict.insertUser('buyer');
    const verified = await strict.insertUser('buyer');
    await strict.db.update(users).set({ emailVerified: true }).where(eq(users.id, verified.id));
    for (const { uid, email } of [unverified, verified]) {
      const about = { uid, email, ipAddress: '192.0.2.1' };
      await reportLockout(strict.deps, 'identity provider', about);
    }
    await strict.runJobs('dispatch-outbox');
    expect(strict.sentMails.map(({ to }) => to)).toEqual([verified.email]);
  } finally {
    await strict.close();
  }
});

const report = (id: string) => app.call(contract.reportProduct, { body: { _id: id } });
const resolve = (id: string, keep: boolean) =>
  app.call(contract.resolveReport, { params: { id }, query: { keep }, token: admin.token });

test('the seller gets a mail when a reported product is removed, and none when it is kept', async () => {
  const id = await app.insertProduct(seller, { name: 'Mi 11' });
  await report(id);
  await resolve(id, true);
  expect((await mailed()).mails).toHaveLength(0);
  await report(id);
  await resolve(id, false);
  const { mails, to } = await mailed();
  expect(mails).toHaveLength(1);
  expect(to(seller)?.subject).toBe('Taken down: Mi 11');
});

test('the buyer of a removed product learns why the order is closed', async () => {
  const id = await app.insertProduct(seller, { name: 'Mi 11' });
  await report(id);
  const ordered = await app.call(contract.placeOrder, {
    body: { productId: id, phone, location },
    token: buyer.token,
  });
  await mailed();
  await resolve(id, false);
  await app.runJobs();
  const mails = app.sentMails.splice(0);
  expect(resultCode(ordered)).toBe('ok');
  expect(mails.map(({ to }) => to).sort()).toEqual(
    [buyer.email, seller.email, seller.email].sort(),
  );
  const toBuyer = mails.find(({ to }) => to === buyer.email);
  expect(toBuyer?.text).toContain('no longer on the market');
  const toSeller = mails.filter(({ to }) => to === seller.email);
  const closed = toSeller.find(({ subject }) => subject === 'Order closed: Mi 11');
  expect(closed?.text).toContain('no longer on the market');
});

test('a phone that is hidden when its order is closed is not called on offer again', async () => {
  const { orderId, productId } = await placed();
  await mailed();
  await app.db
    .update(products)
    .set({ hiddenReasons: ['moderation'] })
    .where(eq(products.id, productId));
  await app.db.update(orders).set({ expiresAt: sql`now()` }).where(eq(orders.id, orderId));
  await app.runJobs('expire-orders');
  const { to } = await mailed();
  expect(to(buyer)?.text).toContain('no longer on the market');
  expect(to(buyer)?.text).not.toContain('in time');
  expect(to(seller)?.text).toContain('no longer on the market');
});

test.each([
  [false, 'On offer again: Mi 11', 'Others see it again'],
  [true, 'Changes accepted: Mi 11', 'stays hidden for another reason'],
])(
  'the mail about accepted changes says whether the listing is shown (paused: %s)',
  async (paused, subject, text) => {
    const id = await app.insertProduct(seller, { name: 'Mi 11' });
    const target = { kind: 'listing', id } as const;
    const decide = (decision: Pick<contract.NewDecision, 'kind' | 'rule' | 'message'>) =>
      app.call(contract.decideModeration, { body: { target, ...decision }, token: admin.token });
    const report = { target, reason: 'misleading', text: 'Another phone.' } as const;
    unwrap(await app.call(contract.createReport, { body: report, token: buyer.token }));
    const decided = await decide({ kind: 'changes', rule: 'honest-listing', message: 'Mend.' });
    const params = { id: unwrap(decided).insertedId };
    unwrap(await app.call(contract.answerDecision, { params, token: seller.token }));
    if (paused) {
      await app.db
        .update(products)
        .set({ hiddenReasons: ['moderation', 'paused'] })
        .where(eq(products.id, id));
    }
    await mailed();
    unwrap(await decide({ kind: 'dismiss' }));
    const { to } = await mailed();
    expect(to(seller)?.subject).toBe(subject);
    expect(to(seller)?.text).toContain(text);
  },
);

test('a deactivated user gets no mail', async () => {
  await placed();
  await mailed();
  await app.call(contract.deleteUser, { params: { id: buyer.id }, token: admin.token });
  const [gone] = await app.db.select().from(users).where(eq(users.id, buyer.id));
  expect(gone?.removedAt).not.toBeNull();
  const { mails, to } = await mailed();
  expect(mails).toHaveLength(1);
  expect(to(seller)?.subject).toBe('Order closed: Galaxy S23');
});
