import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import {
  as,
  createListeningServer,
  json,
  type ListeningServer,
} from './listening-server.fixture.ts';
import { tableChecksum } from './table-checksum.ts';

/*
 * Amounts, payouts and handover codes: odd values, the wrong party, and conflicting steps at once.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('money', () => {
  test('cannot be moved with odd amounts, by the wrong party, or twice', async () => {
    const { orderId, disputeId } = await app.payAndDispute();
    const before = await tableChecksum(app.db);
    const refunds = [0, -1, 0.001, 345.001, 345, 346, 1e308, Number.MIN_VALUE];
    for (const refund of refunds) {
      for (const [path, user] of [
        [`/api/disputes/${disputeId}/proposals`, app.other],
        [`/api/disputes/${disputeId}/proposals`, app.admin],
        [`/api/disputes/${disputeId}/decision`, app.seller],
      ] as const) {
        const { status } = await fetch(app.url + path, {
          method: 'POST',
          headers: { ...as(user), ...json },
          body: JSON.stringify({ kind: 'partial-refund', refund, reason: 'x' }),
        });
        expect([400, 403, 404, 422], `${path} ${refund}`).toContain(status);
      }
      const own = await fetch(`${app.url}/api/disputes/${disputeId}/proposals`, {
        method: 'POST',
        headers: { ...as(app.buyer), ...json },
        body: JSON.stringify({ kind: 'partial-refund', refund }),
      });
      expect([400, 422], `${refund}`).toContain(own.status);
    }
    expect(await tableChecksum(app.db)).toEqual(before);

    // A proposal is accepted by the other party only, once, also by five requests at once.
    const { insertedId: proposalId } = unwrap(
      await app.call(contract.addDisputeProposal, {
        params: { id: disputeId },
        body: { kind: 'partial-refund', refund: 100 },
        token: app.buyer.token,
      }),
    );
    const accept = ({ token }: TestUser) =>
      app.call(contract.acceptDisputeProposal, { params: { id: disputeId, proposalId }, token });
    expect(resultCode(await accept(app.buyer))).not.toBe('ok');
    expect(resultCode(await accept(app.other))).toBe('dispute.not-found');
    await Promise.all([1, 2, 3, 4, 5].map(() => accept(app.seller)));
    await app.runJobs();
    const { rows } = await app.db.execute<{ cents: number }>(
      sql`select coalesce(sum(amount_cents), 0)::int as cents from refunds where order_id = ${orderId}`,
    );
    expect(rows).toEqual([{ cents: 10_000 }]);
    expect((await app.money(orderId)).escrow).toBe(0);
  });

  test('of a balance is paid out once, however the request is shaped or repeated', async () => {
    const seller = app.seller;
    const amounts = [0, -5, 0.001, 1e9, 1e308, null, '5', [5], { amount: 5 }];
    for (const amount of amounts) {
      const { status } = await fetch(`${app.url}/api/payouts`, {
        method: 'POST',
        headers: { ...as(seller), ...json },
        body: JSON.stringify({ amount }),
      });
      expect([400, 403, 409, 422], String(amount)).toContain(status);
    }
    const { rows } = await app.db.execute(sql`select 1 from payouts`);
    expect(rows).toEqual([]);
  });

  test('of an order goes one way when conflicting steps arrive at the same time', {
    timeout: 30_000,
  }, async () => {
    const { buyer, seller, admin } = app;
    const post = (path: string, { token }: TestUser, body: object = {}) =>
      fetch(app.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...json },
        body: JSON.stringify(body),
      });
    const disputed = { reason: 'does-not-work', text: 'It does not charge.' };
    const paid = await app.payOrder();
    const held = await app.payOrder();
    await app.move(held.orderId, 'meet');
    const open = await app.payAndDispute();
    const decide = { kind: 'full-refund', reason: 'Broken.' };
    const responses = await Promise.all([
      post(`/api/orders/${paid.orderId}/cancellation`, seller, { reason: 'not-available' }),
      post(`/api/orders/${paid.orderId}/acceptance`, buyer),
      post(`/orders/delete/${paid.orderId}`, buyer, { productId: paid.productId }),
      post(`/api/orders/${held.orderId}/acceptance`, buyer),
      post(`/api/orders/${held.orderId}/dispute`, buyer, disputed),
      post(`/api/orders/${held.orderId}/acceptance`, buyer),
      post(`/api/disputes/${open.disputeId}/decision`, admin, decide),
      post(`/api/disputes/${open.disputeId}/decision`, admin, {
        kind: 'release',
        reason: 'Fine.',
      }),
      post(`/api/disputes/${open.disputeId}/proposals`, seller, { kind: 'full-refund' }),
    ]);
    for (const { status } of responses) expect(status).toBeLessThan(500);
    await app.runJobs();
    const states = await Promise.all([paid, held, open].map(({ orderId }) => app.stateOf(orderId)));
    for (const [n, { orderId }] of [paid, held, open].entries()) {
      const kept = ['paid', 'delivered', 'disputed'].includes(states[n] ?? '');
      expect((await app.money(orderId)).escrow, states[n]).toBe(kept ? 34_500 : 0);
    }
  });

  test('is held until a handover that no brute force can fake', async () => {
    const { orderId } = await app.payOrder();
    const codes = Array.from({ length: 60 }, (_, n) => String(n).padStart(6, '0'));
    const tries = await Promise.all(
      codes.map((code) =>
        app.call(contract.confirmHandover, {
          params: { id: orderId },
          body: { code },
          token: app.buyer.token,
        }),
      ),
    );
    expect(tries.filter(({ ok }) => ok).length).toBeLessThanOrEqual(5);
    for (const code of ['', '٠٠٠٠٠٠', '000000 ', '0'.repeat(1000), '00000O', '%']) {
      const odd = await app.call(contract.confirmHandover, {
        params: { id: orderId },
        body: { code },
        token: app.seller.token,
      });
      expect(odd.ok && odd.value.accepted).toBe(false);
    }
    // The buyer cannot see, verify offline, or reset the code of the seller.
    const read = await app.call(contract.getHandover, {
      params: { id: orderId },
      query: { verifier: true },
      token: app.buyer.token,
    });
    expect(Object.keys(unwrap(read).verifier ?? {})).toEqual(['checkDigit']);
    expect(await app.stateOf(orderId)).toBe('paid');
  });
});
