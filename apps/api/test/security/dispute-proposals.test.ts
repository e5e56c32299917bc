import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Proposals in disputes: odd amounts, those that another one replaced, and those of a return that failed.
 */

let app: ListeningServer;
beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const propose = (disputeId: string, by: TestUser, kind: string, refund?: unknown) =>
  app.send('POST', `/api/disputes/${disputeId}/proposals`, by, {
    kind,
    ...(refund === undefined ? {} : { refund }),
  });
const accept = (disputeId: string, proposal: unknown, by: TestUser) =>
  app.send('POST', `/api/disputes/${disputeId}/proposals/${proposal}/acceptance`, by, {});
const refundsOf = async (orderId: string) => {
  const { rows } = await app.db.execute<{ cents: number }>(
    sql`select amount_cents::int as cents from refunds where order_id = ${orderId}`,
  );
  return rows.map(({ cents }) => cents);
};

describe('a partial refund', () => {
  test.each([0, 0.001, 150.005, 345, 345.01, 1e9, -1, '1e2', null])(
    'is not %j of 345 dollars, by agreement or decision',
    async (refund) => {
      const { orderId, disputeId } = await app.payAndDispute();
      const proposed = await propose(disputeId, app.buyer, 'partial-refund', refund);
      const decided = await app.send('POST', `/api/disputes/${disputeId}/decision`, app.admin, {
        kind: 'partial-refund',
        refund,
        reason: 'It does not work.',
      });
      for (const { status } of [proposed, decided]) expect([400, 422]).toContain(status);
      expect(await app.stateOf(orderId)).toBe('disputed');
      expect(await refundsOf(orderId)).toEqual([]);
    },
  );

  test.each([0.01, 344.99])('of %d dollars leaves no cent behind', async (refund) => {
    const { orderId, disputeId } = await app.payAndDispute();
    const { json } = await propose(disputeId, app.buyer, 'partial-refund', refund);
    expect((await accept(disputeId, json.insertedId, app.seller)).status).toBe(200);
    await app.runJobs();
    expect(await app.stateOf(orderId)).toBe('completed');
    expect(await refundsOf(orderId)).toEqual([Math.round(refund * 100)]);
    expect((await app.money(orderId)).escrow).toBe(0);
  });
});

describe('a proposal', () => {
  test('is accepted by the other party alone, and not after another one has replaced it', async () => {
    const { orderId, disputeId } = await app.payAndDispute();
    const first = (await propose(disputeId, app.buyer, 'full-refund')).json.insertedId;
    const own = await accept(disputeId, first, app.buyer);
    expect(own.json.code).toBe('proposal.own');
    for (const by of [app.admin, app.other]) {
      expect((await accept(disputeId, first, by)).json.code).toBe('dispute.not-found');
    }
    await propose(disputeId, app.buyer, 'release');
    const replaced = await accept(disputeId, first, app.seller);
    expect(replaced.json.code).toBe('proposal.not-open');
    expect(await app.stateOf(orderId)).toBe('disputed');
  });

  test('is accepted or replaced where both come at once, and moves the money once', async () => {
    for (let round = 0; round < 4; round++) {
      const { orderId, disputeId } = await app.payAndDispute();
      const low = (await propose(disputeId, app.seller, 'partial-refund', 10)).json.insertedId;
      const acts = [
        () => propose(disputeId, app.seller, 'partial-refund', 5),
        () => accept(disputeId, low, app.buyer),
        () => propose(disputeId, app.buyer, 'full-refund'),
        () => accept(disputeId, low, app.buyer),
      ];
      const answers = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()));
      for (const { status } of answers) expect([200, 409]).toContain(status);
      await app.runJobs();
      const isOver = (await app.stateOf(orderId)) === 'completed';
      expect(await refundsOf(orderId)).toEqual(isOver ? [1000] : []);
      expect((await app.money(orderId)).escrow).toBe(isOver ? 0 : 34_500);
    }
  });

  test('that led to a return is of no use after the return has failed', async () => {
    const { orderId, disputeId } = await app.payAndDispute();
    const partial = (await propose(disputeId, app.buyer, 'partial-refund', 50)).json.insertedId;
    const release = (await propose(disputeId, app.seller, 'release')).json.insertedId;
    const back = (await propose(disputeId, app.buyer, 'return-and-refund')).json.insertedId;
    expect((await accept(disputeId, back, app.seller)).status).toBe(200);
    const path = `/api/orders/${orderId}`;
    const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127', imei: app.newImei() };
    await app.send('PUT', `${path}/return-address`, app.seller, { address: '5 rue de la Paix' });
    expect((await app.send('POST', `${path}/return-shipment`, app.buyer, parcel)).status).toBe(200);
    for (let n = 0; n < 3; n++) {
      const imei = app.newImei();
      await app.send('POST', `${path}/return-confirmation`, app.seller, { imei });
    }
    expect(await app.stateOf(orderId)).toBe('disputed');
    for (const [proposal, by] of [
      [back, app.seller],
      [partial, app.seller],
      [release, app.buyer],
    ] as const) {
      await accept(disputeId, proposal, by);
      expect(await app.stateOf(orderId)).toBe('disputed');
    }
    // Nor does the right number, later.
    const { imei } = parcel;
    await app.send('POST', `${path}/return-confirmation`, app.seller, { imei });
    // A second return begins anew: with an address and a parcel of its own.
    const again = (await propose(disputeId, app.seller, 'return-and-refund')).json.insertedId;
    expect((await accept(disputeId, again, app.buyer)).status).toBe(200);
    const early = await app.send('POST', `${path}/return-confirmation`, app.seller, { imei });
    expect(early.json.code).toBe('return.not-shipped');
    expect(await app.stateOf(orderId)).toBe('returning');
    expect(await refundsOf(orderId)).toEqual([]);
    expect((await app.money(orderId)).escrow).toBe(34_500);
  });
});
