import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, resultCode, type TestApp } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { deadlineHandlers, passDeadline } from '../../deadline-handlers.ts';
import { fireDeadlines } from './fire-deadlines.ts';
import { createOrderFixture, type OrderFixture, params } from './order.fixture.ts';

// One test carries dozens of orders through several states.
vi.setConfig({ testTimeout: 90_000 });

let database: TestDatabase;
let app: OrderFixture;
let other: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await createOrderFixture({ database });
  other = await createTestApp({ database });
});
afterAll(async () => {
  await app.close();
  await other.close();
  await database.close();
});

test('an unanswered request for cancellation refunds the buyer; shipping ends it', async () => {
  const [ignored, shipped] = [await app.paid(), await app.paid()];
  for (const id of [ignored, shipped]) {
    await app.steps.handover(id);
    await app.steps.request(id);
  }
  expect(resultCode(await app.steps.ship(shipped))).toBe('ok');
  await app.makeDue(ignored, 'cancellation-response');
  await app.makeDue(shipped, 'cancellation-response');
  await app.runJobs('fire-deadlines');
  expect(await app.stateOf(ignored)).toBe('refunded');
  const { state, cancellationRequest } = await app.details(shipped);
  expect([state, cancellationRequest]).toEqual(['in_transit', null]);
});

test('the deadlines carry an order to its end without the parties', async () => {
  const id = await app.paid();
  await app.steps.handover(id);
  await app.steps.ship(id);
  await app.makeDue(id, 'transit');
  await app.runJobs('fire-deadlines');
  expect(await app.stateOf(id)).toBe('delivered');
  await app.makeDue(id, 'inspection');
  await app.runJobs('fire-deadlines');
  expect(await app.stateOf(id)).toBe('completed');
  const missed = await app.paid();
  await app.makeDue(missed, 'handover');
  await app.runJobs('fire-deadlines');
  expect(await app.stateOf(missed)).toBe('refunded');
});

test('after a long downtime each reminder fires once, and moot ones send no mail', async () => {
  const [late, early] = [await app.paid(), await app.paid()];
  await app.mailed();
  await app.db.execute(sql`update order_deadlines set due_at = now() - interval '1 hour'
    where order_id = ${late} and closed_at is null`);
  await app.makeDue(early, 'handover-reminder');
  const run = (each: TestApp) => fireDeadlines(each.deps, deadlineHandlers);
  // An order that another server is working on is left to the next run.
  await Promise.all([run(app), run(other), run(app)]);
  await run(other);
  expect(await run(app)).toBe(0);
  expect(await app.mailed()).toEqual([
    'buyer: Not handed over in time',
    'buyer: Please hand it over',
    'seller: Not handed over in time',
    'seller: Please hand it over',
  ]);
});

test('a deadline that fails is retried and does not stop the others', async () => {
  const [broken, fine] = [await app.orderIn('delivered'), await app.paid()];
  await app.makeDue(broken, 'inspection');
  await app.makeDue(fine, 'handover-reminder');
  const failing = {
    ...deadlineHandlers,
    inspection: () => Promise.reject(new Error('the disk is full')),
  };
  expect(await fireDeadlines(app.deps, failing)).toBe(1);
  expect(await app.stateOf(broken)).toBe('delivered');
  expect(await fireDeadlines(app.deps, deadlineHandlers)).toBe(1);
  expect(await app.stateOf(broken)).toBe('completed');
});

test('an open chargeback holds the money: calls are refused and deadlines wait', async () => {
  const [received, fresh] = [await app.orderIn('delivered'), await app.paid()];
  const hold = (since: unknown) =>
    app.db.execute(
      sql`update orders set chargeback_opened_at = ${since} where id in (${received}, ${fresh})`,
    );
  await hold(sql`now()`);
  expect(resultCode(await app.steps.accept(received))).toBe('order.chargeback-open');
  expect(resultCode(await app.steps.cancel(fresh))).toBe('order.chargeback-open');
  expect((await app.details(received)).actions).not.toContain('accept');
  for (const kind of ['handover', 'handover-reminder', 'inspection']) {
    await app.makeDue(received, kind);
    await app.makeDue(fresh, kind);
  }
  expect(await fireDeadlines(app.deps, deadlineHandlers)).toBe(0);
  expect([await app.stateOf(received), await app.stateOf(fresh)]).toEqual(['delivered', 'paid']);
  await hold(null);
  expect(await fireDeadlines(app.deps, deadlineHandlers)).toBe(2);
  expect([await app.stateOf(received), await app.stateOf(fresh)]).toEqual([
    'completed',
    'refunded',
  ]);
});

test('acceptance and the end of the inspection at the same moment, on two servers: one wins, the books balance', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 50; i++) {
    const id = await app.orderIn('delivered');
    await app.makeDue(id, 'inspection');
    ids.push(id);
  }
  const accept = (id: string) =>
    app.call(contract.acceptOrder, { ...params(id), token: app.buyer.token });
  const [codes] = await Promise.all([
    Promise.all(ids.map(async (id) => resultCode(await accept(id)))),
    fireDeadlines(other.deps, deadlineHandlers),
    fireDeadlines(app.deps, deadlineHandlers),
  ]);
  await fireDeadlines(app.deps, deadlineHandlers);
  for (const [i, id] of ids.entries()) {
    const { timeline, state } = await app.details(id);
    const completed = timeline.filter(({ kind }) => kind === 'order.completed');
    expect([state, completed.length]).toEqual(['completed', 1]);
    expect(codes[i]).toBe(completed[0]?.actor === 'buyer' ? 'ok' : 'order.invalid-status');
    expect(await app.balanceOf(`escrow:${id}`)).toBe(0);
  }
  const { rows } = await app.db.execute(sql`
    select count(*)::int as releases, count(distinct order_id)::int as orders
    from ledger_transactions where type = 'release'
      and order_id in (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})`);
  expect(rows).toEqual([{ releases: 50, orders: 50 }]);
});

test('an operator lets the deadlines of an order pass one after the other, with their reminders', async () => {
  const [id, untouched] = [await app.orderIn('in_transit'), await app.orderIn('in_transit')];
  const pass = () => passDeadline(app.deps, { orderId: id });
  const fired = async () => {
    const { rows } = await app.db.execute<{ kind: string }>(
      sql`select kind from order_deadlines where order_id = ${id} and outcome = 'fired' order by closed_at, id`,
    );
    return rows.map(({ kind }) => kind);
  };
  expect([await pass(), await app.stateOf(id)]).toEqual(['transit', 'delivered']);
  expect((await fired()).slice(-2)).toEqual(['transit-reminder', 'transit']);
  expect([await pass(), await app.stateOf(id)]).toEqual(['inspection', 'completed']);
  expect([await pass(), await pass()]).toEqual(['review', undefined]);
  expect(await app.stateOf(untouched)).toBe('in_transit');
});
