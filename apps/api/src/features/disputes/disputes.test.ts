import {
  acceptDisputeProposal,
  addDisputeMessage,
  addDisputeProposal,
  decideDispute,
  getDispute,
  getOrderDetails,
  listDisputes,
  listSales,
  openDispute,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl, resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { payments } from '../../db/schema/index.ts';
import { passDeadline } from '../../deadline-handlers.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { losePartOfPrice, startDeadline } from '../orders/index.ts';
import { syncRefunds } from '../payments/sync-refunds.ts';
import { createTradeFixture, type TradeFixture } from './trade.fixture.ts';

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterAll(() => app.close());

const propose = async (
  id: string,
  { token }: TestUser,
  body: Parameters<typeof app.call<typeof addDisputeProposal>>[1]['body'],
) => unwrap(await app.call(addDisputeProposal, { params: { id }, body, token })).insertedId;
const accept = (id: string, proposalId: string, { token }: TestUser) =>
  app.call(acceptDisputeProposal, { params: { id, proposalId }, token });
const decide = (
  id: string,
  kind: 'release' | 'full-refund' | 'partial-refund' | 'return-and-refund',
  refund?: number,
) =>
  app.call(decideDispute, {
    params: { id },
    body: { kind, reason: 'The photos show it.', ...(refund ? { refund } : {}) },
    token: app.admin.token,
  });
const read = async (id: string, { token }: TestUser) =>
  unwrap(await app.call(getDispute, { params: { id }, token }));
const report = (
  orderId: string,
  body: Parameters<typeof app.call<typeof openDispute>>[1]['body'],
  { token }: TestUser = app.buyer,
) => app.call(openDispute, { params: { id: orderId }, body, token });

test('an agreed partial refund pays both and repeats without effect', async () => {
  const before = (await app.money('')).seller;
  const { orderId, disputeId } = await app.payAndDispute();
  const proposal = await propose(disputeId, app.seller, { kind: 'partial-refund', refund: 60 });
  expect(resultCode(await accept(disputeId, proposal, app.seller))).toBe('proposal.own');
  expect(resultCode(await accept(disputeId, proposal, app.other))).toBe('dispute.not-found');
  unwrap(await accept(disputeId, proposal, app.buyer));
  unwrap(await accept(disputeId, proposal, app.buyer));
  await app.runJobs();
  expect(await app.stateOf(orderId)).toBe('completed');
  // 285 dollars less 5 percent.
  expect(await app.money(orderId)).toEqual({ escrow: 0, seller: before + 27_075 });
  expect((await read(disputeId, app.seller)).resolutions).toMatchObject([
    { by: 'agreement', kind: 'partial-refund', refund: 60 },
  ]);
});

test('a partial refund is more than what the buyer has got back already, and that is part of it', async () => {
  const before = (await app.money('')).seller;
  const { orderId, disputeId } = await app.payAndDispute();
  const [payment] = await app.db.select().from(payments).where(eq(payments.orderId, orderId));
  const intentId = payment?.intentId ?? '';
  await app.cards.refundInDashboard(intentId, 4_500);
  await syncRefunds(app.deps, intentId);
  const body = { kind: 'partial-refund', refund: 45 } as const;
  const { token } = app.seller;
  const refused = await app.call(addDisputeProposal, { params: { id: disputeId }, body, token });
  expect(refused).toMatchObject({ error: { code: 'validation.failed' } });
  unwrap(await decide(disputeId, 'partial-refund', 60));
  unwrap(await decide(disputeId, 'partial-refund', 60));
  await app.runJobs();
  const made = await app.deps.cardPayments.listRefunds(intentId);
  expect(made.map(({ amountCents }) => amountCents).sort()).toEqual([1_500, 4_500]);
  expect(await app.money(orderId)).toEqual({ escrow: 0, seller: before + 27_075 });
});

test('a dispute says what the buyer has got back already', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  expect(await read(disputeId, app.buyer)).toMatchObject({ price: 345, refunded: 0 });
  await inTransaction(app.db, (tx) => losePartOfPrice(tx, orderId, 4_550));
  expect(await read(disputeId, app.seller)).toMatchObject({ price: 345, refunded: 45.5 });
});

test('a new proposal replaces the last one of the same party only', async () => {
  const { disputeId } = await app.payAndDispute();
  const first = await propose(disputeId, app.seller, { kind: 'release' });
  const buyers = await propose(disputeId, app.buyer, { kind: 'full-refund' });
  const second = await propose(disputeId, app.seller, { kind: 'partial-refund', refund: 1 });
  expect(await propose(disputeId, app.seller, { kind: 'partial-refund', refund: 1 })).toBe(second);
  expect(resultCode(await accept(disputeId, first, app.buyer))).toBe('proposal.not-open');
  unwrap(await accept(disputeId, buyers, app.seller));
  const { proposals, status } = await read(disputeId, app.buyer);
  expect(proposals.map(({ state }) => state)).toEqual(['replaced', 'accepted', 'void']);
  expect(status).toBe('closed');
});

test.each([
  ['release', undefined, 'completed'],
  ['partial-refund', 100.5, 'completed'],
  ['full-refund', undefined, 'refunded'],
  ['return-and-refund', undefined, 'returning'],
] as const)('an admin decides %s: the order is %3$s', async (kind, refund, state) => {
  const { orderId, disputeId } = await app.payAndDispute();
  unwrap(await decide(disputeId, kind, refund));
  unwrap(await decide(disputeId, kind, refund));
  expect(await app.stateOf(orderId)).toBe(state);
  const { resolutions } = await read(disputeId, app.buyer);
  expect(resolutions).toMatchObject([{ by: 'admin', kind, reason: 'The photos show it.' }]);
  expect(resultCode(await decide(disputeId, 'release', 1))).toMatch(
    kind === 'release' ? 'ok' : 'order.invalid-status',
  );
});

test('of an accepted proposal and a decision at the same time, one wins and the money moves once', async () => {
  const before = (await app.money('')).seller;
  const rounds = 10;
  let released = 0;
  for (let round = 0; round < rounds; round++) {
    const { orderId, disputeId } = await app.payAndDispute();
    const proposal = await propose(disputeId, app.seller, { kind: 'full-refund' });
    const results = await Promise.all([
      accept(disputeId, proposal, app.buyer),
      decide(disputeId, 'release'),
    ]);
    expect(results.map(resultCode).sort()).toEqual(['ok', 'order.invalid-status']);
    await app.runJobs();
    if ((await app.stateOf(orderId)) === 'completed') released++;
    expect((await app.money(orderId)).escrow).toBe(0);
  }
  expect((await app.money('')).seller).toBe(before + released * 32_775);
  // Ten orders from the payment on take some seconds, and more where other load shares the processor.
}, 180_000);

test('while a chargeback is open no dispute moves money, but a return can be agreed', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  const proposal = await propose(disputeId, app.seller, { kind: 'full-refund' });
  await app.setChargeback(orderId, true);
  expect(resultCode(await accept(disputeId, proposal, app.buyer))).toBe('order.chargeback-open');
  expect(resultCode(await decide(disputeId, 'release'))).toBe('order.chargeback-open');
  expect((await read(disputeId, app.buyer)).proposals).toMatchObject([{ state: 'open' }]);
  await app.setChargeback(orderId, false);
  unwrap(await accept(disputeId, proposal, app.buyer));
});

test('a silent party escalates the dispute to the admins, once', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  expect(await read(disputeId, app.seller)).toMatchObject({ dueFor: 'seller', escalatedAt: null });
  await app.passDeadline(orderId, 'dispute-response');
  const escalated = await read(disputeId, app.admin);
  expect(escalated).toMatchObject({ dueFor: 'admin', viewer: 'admin', overdue: false });
  const body = { text: 'I was on holiday.' };
  unwrap(
    await app.call(addDisputeMessage, {
      params: { id: disputeId },
      body,
      token: app.seller.token,
    }),
  );
  expect((await read(disputeId, app.buyer)).escalatedAt).toBe(escalated.escalatedAt);
  expect(await app.openDeadlines(orderId)).toEqual(['dispute-end']);
});

test('the pages of a disputed order, and the seller’s list, say who waits for whom', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  const turnFor = async ({ token }: TestUser) => {
    const { turn, nextAction } = unwrap(
      await app.call(getOrderDetails, { params: { id: orderId }, token }),
    );
    return [turn, nextAction];
  };
  const isNeeded = async () => {
    const { sales } = unwrap(await app.call(listSales, { query: {}, token: app.seller.token }));
    return sales.find(({ _id }) => _id === orderId)?.needsAction;
  };
  // Both can open the dispute meanwhile.
  expect(await turnFor(app.buyer)).toEqual(['seller', 'answer-dispute']);
  expect(await turnFor(app.seller)).toEqual(['seller', 'answer-dispute']);
  expect(await isNeeded()).toBe(true);
  await propose(disputeId, app.seller, { kind: 'release' });
  expect(await turnFor(app.buyer)).toEqual(['buyer', 'answer-dispute']);
  expect(await isNeeded()).toBe(false);
  await app.passDeadline(orderId, 'dispute-response');
  expect(await turnFor(app.seller)).toEqual(['admin', 'answer-dispute']);
  expect(await isNeeded()).toBe(false);
});

test('an answer gives the other party time, and the same text twice is one message', async () => {
  const { disputeId, orderId } = await app.payAndDispute();
  const send = async () =>
    unwrap(
      await app.call(addDisputeMessage, {
        params: { id: disputeId },
        body: { text: 'Which cable do you use?' },
        token: app.seller.token,
      }),
    ).insertedId;
  expect(await send()).toBe(await send());
  expect(await read(disputeId, app.buyer)).toMatchObject({
    dueFor: 'buyer',
    messages: [{ by: 'seller', text: 'Which cable do you use?' }],
  });
  expect(await app.openDeadlines(orderId)).toEqual(['dispute-end', 'dispute-response']);
});

test('a step that is sent again after the dispute has ended has the response of the first time; another one is refused', async () => {
  const body = { reason: 'does-not-work', text: 'It does not charge.' } as const;
  const { orderId, disputeId } = await app.payAndDispute(body);
  const write = (text: string) =>
    app.call(addDisputeMessage, {
      params: { id: disputeId },
      body: { text },
      token: app.buyer.token,
    });
  const offer = (refund: number) =>
    app.call(addDisputeProposal, {
      params: { id: disputeId },
      body: { kind: 'partial-refund', refund },
      token: app.buyer.token,
    });
  const other = { ...body, text: 'It does not ring.' };
  expect(resultCode(await report(orderId, other))).toBe('order.invalid-status');
  const messageId = unwrap(await write('I tried three cables.')).insertedId;
  const proposalId = unwrap(await offer(60)).insertedId;
  unwrap(await accept(disputeId, proposalId, app.seller));
  expect(await app.stateOf(orderId)).toBe('completed');
  expect(unwrap(await report(orderId, body)).insertedId).toBe(disputeId);
  expect(unwrap(await write('I tried three cables.')).insertedId).toBe(messageId);
  expect(unwrap(await offer(60)).insertedId).toBe(proposalId);
  for (const refused of [
    await report(orderId, other),
    await write('I tried four cables.'),
    await offer(61),
  ]) {
    expect(resultCode(refused)).toBe('order.invalid-status');
  }
});

test('after its time a dispute moves no money and comes first in the queue of the admins', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  await app.payAndDispute();
  const pass = () => passDeadline(app.deps, { orderId });
  expect([await pass(), await pass()]).toEqual(['dispute-response', 'dispute-end']);
  expect(await app.stateOf(orderId)).toBe('disputed');
  const [first, ...others] = unwrap(await app.call(listDisputes, { token: app.admin.token }));
  expect(first).toMatchObject({ _id: disputeId, overdue: true, dueFor: 'admin' });
  expect(others.length).toBeGreaterThan(0);
  expect(others.some(({ overdue }) => overdue)).toBe(false);
  const { endsAt } = await read(disputeId, app.admin);
  expect(Date.parse(endsAt)).toBeLessThanOrEqual(Date.now());
});

test('the time of a dispute ends at its deadline, also of one that a refused return has opened again', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  const daysLeft = async () => {
    const { endsAt, overdue } = await read(disputeId, app.buyer);
    return [Math.round((Date.parse(endsAt) - Date.now()) / 86_400_000), overdue];
  };
  expect(await daysLeft()).toEqual([60, false]);
  unwrap(await decide(disputeId, 'return-and-refund'));
  // The deadline is void, and no other one has begun.
  expect(await daysLeft()).toEqual([60, false]);
  await app.move(orderId, 'disputeReturn');
  const later = sql`now() + interval '59 days'`;
  await inTransaction(app.db, (tx) => startDeadline(tx, orderId, 'dispute-end', later));
  expect(await daysLeft()).toEqual([59, false]);
});

test('each step mails the other party once, with a link, and an escalation the admins', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  await app.runJobs('dispatch-outbox');
  app.sentMails.length = 0;
  await propose(disputeId, app.seller, { kind: 'partial-refund', refund: 5 });
  await app.passDeadline(orderId, 'dispute-response');
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  const mails = app.sentMails.map(({ to, subject }) => `${to} ${subject.split(':')[0]}`);
  expect(mails.sort()).toEqual(
    [
      `${app.buyer.email} A proposal in your dispute`,
      `${app.buyer.email} Redial decides`,
      `${app.seller.email} Redial decides`,
      `${app.admin.email} A dispute waits for a decision`,
    ].sort(),
  );
  expect(app.sentMails[0]?.text).toMatch(/\/orders\/.*\/dispute|\/disputes\//);
});

test('parties list their own disputes only', async () => {
  const { disputeId } = await app.payAndDispute();
  const ids = async ({ token }: TestUser) =>
    unwrap(await app.call(listDisputes, { token })).map(({ _id }) => _id);
  expect(await ids(app.seller)).toContain(disputeId);
  expect(await ids(app.other)).toEqual([]);
});

test('a phone that was not received is reported five days after shipping', async () => {
  const { orderId } = await app.payOrder();
  await app.move(orderId, 'ship');
  const missing = { reason: 'not-received', text: 'Where is it?' } as const;
  expect(resultCode(await report(orderId, missing))).toBe('dispute.too-early');
  const broken = { reason: 'does-not-work', text: 'Broken' } as const;
  expect(resultCode(await report(orderId, broken))).toBe('order.invalid-status');
  expect(resultCode(await report(orderId, missing, app.seller))).toBe('order.not-found');
  const { trade } = app.settings;
  Object.assign(trade, { overdueDays: 0 });
  const results = await Promise.all([report(orderId, missing), report(orderId, missing)]);
  const [first, second] = results.map((result) => unwrap(result).insertedId);
  expect(first).toBe(second);
  Object.assign(trade, { overdueDays: 5 });
});

test('a phone that the clock marked as received can still be reported as missing', async () => {
  const { orderId } = await app.payOrder();
  await app.move(orderId, 'ship');
  await app.passDeadline(orderId, 'transit');
  expect(await app.stateOf(orderId)).toBe('delivered');
  unwrap(await report(orderId, { reason: 'not-received', text: 'It never came.' }));
  const own = await app.payOrder();
  await app.move(own.orderId, 'ship', 'receive');
  const late = await report(own.orderId, { reason: 'not-received', text: 'It never came.' });
  expect(resultCode(late)).toBe('validation.failed');
});

test('the price stays held while a dispute is open', async () => {
  const { orderId } = await app.payAndDispute();
  await app.passDeadline(orderId);
  expect(resultCode(await app.accept(orderId))).toBe('order.invalid-status');
  expect(await app.money(orderId)).toMatchObject({ escrow: 34_500 });
});

async function upload(orderId: string, { token }: TestUser): Promise<string> {
  const file = await sharp({
    create: { width: 80, height: 60, channels: 3, background: '#888888' },
  })
    .withExif({ IFD0: { Copyright: 'the place where it was taken' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'phone.jpg');
  const request = new Request(publicUrl, { method: 'POST', body: form });
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/orders/${orderId}/photos`,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${token}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json().insertedId;
}

test('photos are seen by the parties through signed URLs that expire, without metadata', async () => {
  const { orderId } = await app.payOrder();
  await app.move(orderId, 'meet');
  const photo = await upload(orderId, app.buyer);
  const sellers = await upload(orderId, app.seller);
  const copied = { reason: 'counterfeit', text: 'A copy' } as const;
  const stolen = await report(orderId, { ...copied, photos: [sellers] });
  expect(resultCode(stolen)).toBe('validation.failed');
  const opened = await report(orderId, { ...copied, photos: [photo] });
  const { photos } = await read(unwrap(opened).insertedId, app.seller);
  expect(photos).toMatchObject([{ _id: photo, width: 80, height: 60 }]);
  const url = photos[0]?.img.slice(publicUrl.length) ?? '';
  const shown = await app.server.inject({ url });
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['cache-control']).toBe('private, max-age=3600');
  expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
  for (const wrong of [
    url.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A')),
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(photo, sellers),
    `/images/disputes/${photo}?expires=9999999999&signature=`,
    `/images/dispute-${photo}.jpg`,
  ]) {
    expect((await app.server.inject({ url: wrong })).statusCode, wrong).not.toBe(200);
  }
  app.setNow(new Date(Date.now() + 3 * 3_600_000));
  expect((await app.server.inject({ url })).statusCode).toBe(404);
  app.setNow(undefined);
});
