import {
  type AttentionName,
  attentionNames,
  createReport,
  getFigures,
  getModerationQueue,
  getOverview,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { outbox, payouts, providerReconciliations, reports, users } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createOrderFixture } from '../orders/order.fixture.ts';

let app: TestApp;
let admin: TestUser;

beforeEach(async () => {
  await app?.close();
  app = await createTestApp();
  admin = await app.insertUser('admin');
});
afterAll(() => app.close());

async function overview({ token }: TestUser = admin) {
  return unwrap(await app.call(getOverview, { token }));
}

async function item(name: AttentionName) {
  const { items } = await overview();
  const { name: _, ...found } = items.find((each) => each.name === name) ?? {};
  return found;
}

const staff = (staffRole: 'moderator' | 'support') => app.insertUser('buyer', { staffRole });
const clear = { count: 0, overdue: 0, oldest: null };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('an empty marketplace needs no action, and staff see what their role reaches', async () => {
  const { items, jobs } = await overview();
  // Without backups, as none are scheduled.
  expect(items.map(({ name }) => name)).toEqual(
    attentionNames.filter((name) => name !== 'backups'),
  );
  expect(items.filter(({ count }) => count > 0)).toEqual([]);
  expect(jobs).toEqual([]);
  const names = async (role: 'moderator' | 'support') =>
    (await overview(await staff(role))).items.map(({ name }) => name);
  expect(await names('moderator')).toEqual([
    'moderation-queue',
    'reported-messages',
    'appeals',
    'possession-proofs',
  ]);
  expect(await names('support')).toEqual(['disputes']);
});

test('the queue counts its items, not their reports, and says since when the oldest waits', async () => {
  const seller = await app.insertUser('seller');
  const [first, second] = [await app.insertProduct(seller), await app.insertProduct(seller)];
  for (const id of [first, second]) {
    const target = { kind: 'listing', id } as const;
    unwrap(await app.call(createReport, { body: { target, reason: 'fraud' } }));
  }
  await app.db.insert(reports).values({
    id: newId(),
    productId: first,
    reporter: `user:${seller.id}`,
    createdAt: ago(90),
  });
  const queue = unwrap(await app.call(getModerationQueue, { query: {}, token: admin.token }));
  expect(queue.total).toBe(2);
  const { count, oldest } = (await item('moderation-queue')) as { count: number; oldest: string };
  expect(count).toBe(queue.total);
  expect(Math.round((Date.now() - Date.parse(oldest)) / 60_000)).toBe(90);
});

test('a payout that failed needs action until the seller requests another one', async () => {
  const { id: userId, name } = await app.insertUser('seller');
  const payout = { userId, provider: 'sandbox', accountId: 'acct_1', amountCents: 500 };
  const changedAt = ago(60);
  await app.db.insert(payouts).values({
    ...payout,
    id: newId(),
    state: 'failed',
    requestedAt: ago(120),
    changedAt,
  });
  expect(await item('failed-payouts')).toEqual({
    count: 1,
    overdue: 1,
    oldest: changedAt.toISOString(),
    people: [{ _id: userId, name }],
  });
  await app.db.insert(payouts).values({ ...payout, id: newId() });
  expect(await item('failed-payouts')).toEqual({ ...clear, people: [] });
});

test('a payout that has not left or arrived in time needs action, unless its seller is suspended', async () => {
  const insert = async (values: Partial<typeof payouts.$inferInsert>) => {
    const { id: userId, name } = await app.insertUser('seller');
    const payout = {
      id: newId(),
      userId,
      provider: 'sandbox',
      accountId: 'acct_1',
      amountCents: 5,
    };
    await app.db.insert(payouts).values({ ...payout, requestedAt: ago(9000), ...values });
    return { _id: userId, name };
  };
  const requestedAt = ago(61);
  const waiting = await insert({ state: 'requested', requestedAt });
  await insert({ state: 'transferred', requestedAt: ago(59) });
  const lost = await insert({ state: 'paying', arrivesAt: ago(3 * 24 * 60 + 1) });
  await insert({ state: 'paying', arrivesAt: ago(3 * 24 * 60 - 1) });
  await insert({ state: 'settled', settledAt: ago(5000) });
  const { _id: suspended } = await insert({ state: 'requested' });
  await app.db.update(users).set({ suspended: true }).where(eq(users.id, suspended));
  expect(await item('late-payouts')).toEqual({
    count: 2,
    overdue: 2,
    oldest: expect.any(String),
    people: [lost, waiting],
  });
});

test('dead letters are counted by what they deliver, and due messages are late after a while', async () => {
  const message = (kind: string) => ({ kind, dedupe: newId(), payload: {} });
  const deadAt = ago(5);
  await app.db.insert(outbox).values([
    { ...message('mail.send'), deadAt },
    { ...message('payment.refund'), deadAt },
    { ...message('payout.advance'), deadAt },
    { ...message('listing.review'), deadAt },
    { ...message('mail.send'), deadAt, doneAt: ago(1) },
    { ...message('mail.send'), dueAt: ago(30) },
    { ...message('mail.send'), dueAt: ago(1) },
    { ...message('mail.send'), dueAt: ago(-1) },
    // A failure moves the time for the next attempt ahead.
    { ...message('payment.refund'), dueAt: ago(-1), attempts: 7 },
    { ...message('payment.refund'), dueAt: ago(-1), attempts: 6 },
    { ...message('mail.send'), dueAt: ago(-1), attempts: 7 },
  ]);
  const oldest = deadAt.toISOString();
  expect(await item('mail-dead-letters')).toEqual({ count: 1, overdue: 1, oldest });
  expect(await item('card-dead-letters')).toEqual({ count: 2, overdue: 2, oldest });
  expect(await item('other-dead-letters')).toEqual({ count: 1, overdue: 1, oldest });
  expect(await item('push-dead-letters')).toEqual(clear);
  expect(await item('outbox')).toMatchObject({ count: 3, overdue: 2 });
});

test('the ledger, its seal and the last reconciliation need action when something is wrong', async () => {
  await app.runJobs('check-ledger');
  expect(await item('ledger')).toEqual(clear);
  await app.db.execute(sql`update ledger_invariants set holds = false, violated_at = now()
    where name = 'sums-to-zero'`);
  expect(await item('ledger')).toMatchObject({ count: 1, overdue: 1 });
  await app.db.execute(sql`update ledger_invariants set holds = true, violated_at = null,
    checked_at = now() - interval '1 hour'`);
  expect(((await item('ledger')) as { count: number }).count).toBeGreaterThan(5);

  await app.db.execute(sql`insert into audit_entries
      (at, action, actor_id, actor_role, target_type, target_id, changes)
    values (now() - interval '1 hour', 'seller.verified', ${admin.id}, 'admin', 'user', 'x', '{}')`);
  expect(await item('seals')).toMatchObject({ count: 1, overdue: 1 });
  await app.runJobs('seal-chains');
  expect(await item('seals')).toEqual(clear);

  const run = { provider: 'sandbox', fromAt: ago(60), toAt: ago(0), figures: {} };
  await app.db
    .insert(providerReconciliations)
    .values({ ...run, findings: ['A charge is missing', 'A refund is missing'] });
  expect(await item('reconciliation')).toMatchObject({ count: 2, overdue: 2 });
  await app.db.insert(providerReconciliations).values({ ...run, findings: [] });
  expect(await item('reconciliation')).toEqual(clear);
});

test('figures count by day in UTC, and staff get those of their role', async () => {
  app.setNow(new Date('2026-06-30T12:00:00Z'));
  const seller = await app.insertUser('seller');
  const at = (time: string) => ({ postedAt: new Date(time) });
  await app.insertProduct(seller, at('2026-06-30T00:00:00Z'));
  await app.insertProduct(seller, at('2026-06-29T23:59:59.999Z'));
  await app.insertProduct(seller, at('2026-06-29T00:00:00Z'));
  await app.insertProduct(seller, at('2026-06-23T23:59:59Z'));
  const read = async ({ token }: TestUser) =>
    unwrap(await app.call(getFigures, { query: { days: '7' }, token }));
  const { from, to, figures } = await read(admin);
  expect([from, to]).toEqual(['2026-06-24', '2026-06-30']);
  expect(figures.find(({ name }) => name === 'listings')).toEqual({
    name: 'listings',
    unit: 'count',
    total: 3,
    days: [0, 0, 0, 0, 0, 2, 1],
  });
  const namesOf = async (role: 'moderator' | 'support') =>
    (await read(await staff(role))).figures.map(({ name }) => name);
  expect(await namesOf('moderator')).toEqual(['sign-ups', 'listings', 'reports']);
  expect(await namesOf('support')).toEqual(['orders', 'refunds', 'disputes']);
});

test('sales are paid orders, fees what the ledger took of completed ones, refunds what went back', async () => {
  const trade = await createOrderFixture();
  await trade.orderIn('paid');
  await trade.orderIn('completed');
  await trade.orderIn('refunded');
  await trade.orderIn('unpaid');
  const { figures } = unwrap(
    await trade.call(getFigures, { query: { days: '7' }, token: trade.admin.token }),
  );
  const totals = Object.fromEntries(figures.map(({ name, total }) => [name, total]));
  expect(totals).toMatchObject({ orders: 4, sales: 3 * 345, fees: 17.25, refunds: 345 });
  expect(figures.find(({ name }) => name === 'fees')?.days.at(-1)).toBe(17.25);
  await trade.close();
});
