import {
  acceptMeeting,
  checkDevice,
  confirmHandover,
  fitsCheckDigit,
  getHandover,
  getSharedMeeting,
  proposeMeeting,
  requestCancellation,
  setListingImei,
  shareMeeting,
  withdrawHandoverConfirmation,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterAll(() => app.close());

const read = async (id: string, { token }: TestUser, verifier = false) =>
  unwrap(await app.call(getHandover, { params: { id }, query: { verifier }, token }));
const enter = (id: string, code: string, { token }: TestUser) =>
  app.call(confirmHandover, { params: { id }, body: { code }, token });
const codesOf = async (id: string) => ({
  buyers: (await read(id, app.buyer)).code ?? '',
  sellers: (await read(id, app.seller)).code ?? '',
});
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('both codes hand the phone over once, in any order and however often they are sent', async () => {
  const { orderId } = await app.payOrder();
  const { buyers, sellers } = await codesOf(orderId);
  const results = await Promise.all([
    enter(orderId, sellers, app.buyer),
    enter(orderId, buyers, app.seller),
    enter(orderId, sellers, app.buyer),
  ]);
  expect(results.map((result) => unwrap(result).accepted)).toEqual([true, true, true]);
  expect(await app.stateOf(orderId)).toBe('delivered');
  expect(unwrap(await enter(orderId, buyers, app.seller))).toMatchObject({ complete: true });
  const { rows } = await app.db.execute(
    sql`select kind from order_events where order_id = ${orderId} and kind = 'order.handed-over'`,
  );
  expect(rows).toHaveLength(1);
  expect(await read(orderId, app.buyer, true)).toMatchObject({ code: null, verifier: null });
});

test('a code counts for the other party only', async () => {
  const { orderId } = await app.payOrder();
  const { buyers, sellers } = await codesOf(orderId);
  expect(buyers).toMatch(/^\d{6}$/);
  expect(buyers).not.toBe(sellers);
  expect(unwrap(await enter(orderId, buyers, app.buyer))).toMatchObject({ accepted: false });
  expect(resultCode(await enter(orderId, buyers, app.other))).toBe('order.not-found');
  expect(resultCode(await enter(orderId, buyers, app.admin))).toBe('order.not-found');
});

test('five wrong codes lock for fifteen minutes, also the right one', async () => {
  const { orderId } = await app.payOrder();
  const { sellers } = await codesOf(orderId);
  const attempts = await Promise.all(
    Array.from({ length: 7 }, () => enter(orderId, wrong(sellers), app.buyer)),
  );
  expect(attempts.filter(({ ok }) => ok)).toHaveLength(5);
  expect(resultCode(await enter(orderId, sellers, app.buyer))).toBe('handover.locked');
  app.setNow(new Date(Date.now() + 16 * 60_000));
  expect(unwrap(await enter(orderId, sellers, app.buyer))).toMatchObject({ accepted: true });
  app.setNow(undefined);
});

test('each further lock is twice as long, up to a day', async () => {
  const { orderId } = await app.payOrder();
  const { sellers } = await codesOf(orderId);
  const minutes = [];
  for (let lock = 0; lock < 9; lock++) {
    const left = [];
    for (let n = 0; n < 5; n++) {
      left.push(unwrap(await enter(orderId, wrong(sellers), app.buyer)).triesLeft);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const { lockedUntil } = await read(orderId, app.buyer);
    minutes.push(Math.round((Date.parse(lockedUntil ?? '') - Date.now()) / 60_000));
    await app.db.execute(
      sql`update handover_confirmations set locked_until = now() where order_id = ${orderId}`,
    );
  }
  expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
});

test('one code alone stops the refund by the clock and opens a dispute after a day', async () => {
  const { orderId } = await app.payOrder();
  const { sellers } = await codesOf(orderId);
  unwrap(await enter(orderId, sellers, app.buyer));
  expect(await app.openDeadlines(orderId)).toEqual(['second-code']);
  expect(await read(orderId, app.seller)).toMatchObject({
    confirmed: { own: false, other: true },
  });
  const request = { params: { id: orderId }, body: { reason: 'other' as const } };
  expect(
    resultCode(await app.call(requestCancellation, { ...request, token: app.buyer.token })),
  ).toBe('order.invalid-status');
  await app.passDeadline(orderId);
  expect(await app.stateOf(orderId)).toBe('disputed');
  expect(await app.money(orderId)).toMatchObject({ escrow: 34_500 });
  expect(unwrap(await enter(orderId, sellers, app.buyer))).toMatchObject({ complete: false });
});

test('a confirmation can be withdrawn until the other one has confirmed', async () => {
  const { orderId } = await app.payOrder();
  const { buyers, sellers } = await codesOf(orderId);
  const withdraw = ({ token }: TestUser) =>
    app.call(withdrawHandoverConfirmation, { params: { id: orderId }, token });
  unwrap(await enter(orderId, sellers, app.buyer));
  expect(unwrap(await withdraw(app.buyer)).modifiedCount).toBe(1);
  expect(unwrap(await withdraw(app.buyer)).modifiedCount).toBe(0);
  expect(await app.openDeadlines(orderId)).toEqual([
    'handover',
    'handover-last-reminder',
    'handover-reminder',
  ]);
  unwrap(await enter(orderId, buyers, app.seller));
  expect(await app.stateOf(orderId)).toBe('paid');
  unwrap(await withdraw(app.seller));
  await app.runJobs('dispatch-outbox');
  app.sentMails.length = 0;
  // The other one is notified again, because the time for the second code begins again.
  unwrap(await enter(orderId, buyers, app.seller));
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  expect(app.sentMails.map(({ to, subject }) => `${to} ${subject.split(':')[0]}`)).toEqual([
    `${app.buyer.email} Enter the second code`,
  ]);
  unwrap(await enter(orderId, sellers, app.buyer));
  expect(resultCode(await withdraw(app.buyer))).toBe('order.invalid-status');
});

test('a page without a connection finds typing errors, and knows no more than a check digit', async () => {
  const { orderId } = await app.payOrder();
  const { sellers } = await codesOf(orderId);
  const { verifier } = await read(orderId, app.buyer, true);
  expect(verifier).toEqual({ checkDigit: expect.any(Number) });
  const isAccepted = (code: string) => fitsCheckDigit(code, verifier?.checkDigit ?? -1);
  expect(isAccepted(sellers)).toBe(true);
  for (const [at, digit] of [...sellers].entries()) {
    const typed = sellers.slice(0, at) + ((Number(digit) + 1) % 10) + sellers.slice(at + 1);
    expect(isAccepted(typed)).toBe(false);
  }
});

test('a meeting is proposed, replaced and accepted, and shared with a friend', async () => {
  const { orderId } = await app.payOrder();
  const params = { id: orderId };
  const at = new Date(Date.now() + 86_400_000);
  const timeZone = 'Europe/Paris';
  const propose = async ({ token }: TestUser, place: string) => {
    const body = { place, at: at.toISOString(), timeZone };
    return unwrap(await app.call(proposeMeeting, { params, body, token })).insertedId;
  };
  const accept = ({ token }: TestUser, meetingId: string) =>
    app.call(acceptMeeting, { params, body: { meetingId }, token });
  const first = await propose(app.buyer, 'Gare de Lyon');
  expect(await propose(app.buyer, 'Gare de Lyon')).toBe(first);
  const second = await propose(app.seller, 'Gare du Nord');
  expect(resultCode(await accept(app.seller, first))).toBe('meeting.not-found');
  expect(resultCode(await accept(app.seller, second))).toBe('meeting.own-proposal');
  expect(resultCode(await accept(app.other, second))).toBe('order.not-found');
  unwrap(await accept(app.buyer, second));
  unwrap(await accept(app.buyer, second));
  // A repetition whose first response was lost.
  expect(await propose(app.seller, 'Gare du Nord')).toBe(second);
  expect(await read(orderId, app.buyer)).toMatchObject({
    meeting: { _id: second },
    proposal: null,
  });
  const third = await propose(app.buyer, 'Gare de Lyon');
  expect(await read(orderId, app.seller)).toMatchObject({
    meeting: { _id: second, place: 'Gare du Nord', timeZone },
    proposal: { _id: third, by: 'buyer' },
  });
  const shared = unwrap(await app.call(shareMeeting, { params, token: app.buyer.token }));
  const open = (token: string) => app.server.inject({ url: `/api/meetings/${token}` });
  const seen = await open(shared.token);
  expect(seen.json()).toEqual({
    productName: 'iPhone 13 128 GB, Blue',
    place: 'Gare du Nord',
    at: at.toISOString(),
    timeZone,
    sharedBy: 'Nora Buyer',
    with: 'Selma Seller',
    expiresAt: new Date(at.getTime() + 86_400_000).toISOString(),
  });
  expect(seen.headers['cache-control']).toContain('no-store');
  const renewed = unwrap(await app.call(shareMeeting, { params, token: app.buyer.token }));
  expect((await open(shared.token)).statusCode).toBe(404);
  app.setNow(new Date(at.getTime() + 86_400_001));
  const expired = await app.call(getSharedMeeting, { params: { token: renewed.token } });
  expect(resultCode(expired)).toBe('meeting.not-found');
  app.setNow(undefined);
});

test('a meeting is in a time zone that exists, or in none', async () => {
  const { orderId } = await app.payOrder();
  const propose = (timeZone?: string) => {
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const body = { place: `Gare de Lyon ${timeZone}`, at, ...(timeZone ? { timeZone } : {}) };
    return app.call(proposeMeeting, { params: { id: orderId }, body, token: app.buyer.token });
  };
  for (const timeZone of ['Europe/Atlantis', ' ', 'UTC; drop']) {
    expect(await propose(timeZone)).toMatchObject({
      error: { code: 'validation.failed', field: 'body.timeZone' },
    });
  }
  for (const timeZone of ['Asia/Calcutta', '+05:30', undefined]) {
    unwrap(await propose(timeZone));
    const { proposal } = await read(orderId, app.seller);
    expect(proposal?.timeZone).toBe(timeZone ?? null);
  }
});

test('a meeting after the end of the order is refused', async () => {
  const { orderId } = await app.payOrder();
  const params = { id: orderId };
  const propose = (days: number, place: string) => {
    const at = new Date(Date.now() + days * 86_400_000).toISOString();
    const body = { place, at, timeZone: 'America/New_York' };
    return app.call(proposeMeeting, { params, body, token: app.buyer.token });
  };
  expect(await propose(15, 'Gare de Lyon')).toMatchObject({
    error: {
      code: 'validation.failed',
      field: 'body.at',
      message: expect.stringMatching(
        /^Choose a time before .+ E[SD]T: the buyer gets the price back/,
      ),
    },
  });
  const { insertedId: meetingId } = unwrap(await propose(10, 'Gare de Lyon'));
  await app.db.execute(sql`update order_deadlines set due_at = now() + interval '9 days'
    where order_id = ${orderId} and kind = 'handover'`);
  const accept = () =>
    app.call(acceptMeeting, { params, body: { meetingId }, token: app.seller.token });
  expect(resultCode(await accept())).toBe('meeting.not-found');
  await app.db.execute(sql`update orders set chargeback_opened_at = now() where id = ${orderId}`);
  unwrap(await accept());
});

test('the device check says match or mismatch, closes after three numbers, and never shows one', async () => {
  const imei = '001017000000011';
  const [otherImei, second, third] = ['001017000000029', '001017000000037', '001017000000045'];
  const { orderId, productId } = await app.payOrder();
  const check = (number: string, { token }: TestUser = app.buyer) =>
    app.call(checkDevice, { params: { id: orderId }, body: { imei: number }, token });
  expect(resultCode(await check(imei))).toBe('device.not-registered');
  await app.db.execute(
    sql`update products set status = 'Available', is_paid = false where id = ${productId}`,
  );
  unwrap(
    await app.call(setListingImei, {
      params: { id: productId },
      body: { imeis: [imei] },
      token: app.seller.token,
    }),
  );
  expect(resultCode(await check(imei, app.seller))).toBe('order.not-found');
  expect(resultCode(await check('00101700000001'))).toBe('validation.failed');
  // A double click, and a retry with other separators.
  const twice = await Promise.all([check(otherImei), check(otherImei)]);
  for (const result of twice) expect(unwrap(result)).toEqual({ match: false, triesLeft: 2 });
  expect(unwrap(await check('00 101700 000002 9'))).toEqual({ match: false, triesLeft: 2 });
  expect(unwrap(await check('00-101700-000001-1'))).toEqual({ match: true, triesLeft: 2 });
  const results = await Promise.all([check(second), check(third), check('001017000000052')]);
  expect(results.map(resultCode).sort()).toEqual(['device-check.locked', 'ok', 'ok']);
  expect(unwrap(await check(otherImei))).toEqual({ match: false, triesLeft: 0 });
  expect(resultCode(await check(imei))).toBe('device-check.locked');
  expect(await read(orderId, app.buyer)).toMatchObject({
    deviceCheck: { available: true, matched: true, triesLeft: 0 },
  });
  expect(JSON.stringify(await read(orderId, app.buyer))).not.toContain(imei);
});
