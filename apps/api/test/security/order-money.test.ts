import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordSales } from '../../src/features/models/record-sales.ts';
import { toCsvLine } from '../../src/platform/csv.ts';
import type { TestUser } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Money of an order when several parties act at once, prices in statistics, and orders of others.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('money', () => {
  const oddAmounts = [0, -1, -0.01, 0.001, 0.005, 1e-9, 1e308, '5', [5], {}, null, true];

  test.each([
    [
      'partial refunds',
      async () => {
        const { disputeId } = await app.payAndDispute();
        const path = `/api/disputes/${disputeId}/proposals`;
        return [...oddAmounts, 345, 345.01, 344.999].map(
          (refund) => () => app.send('POST', path, app.seller, { kind: 'partial-refund', refund }),
        );
      },
    ],
    [
      'prices',
      async () => {
        const id = await app.insertProduct(app.seller);
        return [...oddAmounts, 100_000.01, 100.005].map(
          (resalePrice) => () =>
            app.send('PUT', `/api/listings/${id}/price`, app.seller, { resalePrice }),
        );
      },
    ],
    [
      'steps of price plans',
      async () => {
        const id = await app.insertProduct(app.seller, { resalePriceCents: 40_000 });
        const path = `/api/listings/${id}/price-plan`;
        return [
          ...oddAmounts.map((step) => ({ step, intervalDays: 1, floor: 1 })),
          ...oddAmounts.map((floor) => ({ step: 5, intervalDays: 1, floor })),
          ...[0, -1, 1.5, 91, 1e9].map((intervalDays) => ({ step: 5, intervalDays, floor: 1 })),
          { step: 5, intervalDays: 1, floor: 400 },
          { step: 5, intervalDays: 1, floor: 500 },
        ].map((plan) => () => app.send('PUT', path, app.seller, plan));
      },
    ],
    [
      'payouts',
      async () => {
        const account = {
          holderName: 'S',
          accountNumber: '000123456789',
          routingNumber: '110000000',
        };
        await app.send('PUT', '/api/payout-account', app.seller, account);
        return oddAmounts.map(
          (amount) => () => app.send('POST', '/api/payouts', app.seller, { amount }),
        );
      },
    ],
  ] as const)('in odd %s is refused', async (_what, prepare) => {
    for (const [n, attempt] of (await prepare()).entries()) {
      const { status, text } = await attempt();
      expect([400, 422], `${n}: ${text}`).toContain(status);
    }
  });

  test('is released or refunded once, if several accept, decide and cancel at the same time', async () => {
    for (let round = 0; round < 2; round++) {
      const { orderId, disputeId } = await app.payAndDispute();
      const path = `/api/disputes/${disputeId}`;
      const proposal = await app.send('POST', `${path}/proposals`, app.seller, {
        kind: 'partial-refund',
        refund: 344.99,
      });
      const accept = `${path}/proposals/${proposal.json.insertedId}/acceptance`;
      expect((await app.send('POST', accept, app.seller)).status).toBe(403);
      expect((await app.send('POST', accept, app.other)).status).toBe(404);
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => app.send('POST', accept, app.buyer)),
        app.send('POST', `${path}/proposals`, app.seller, { kind: 'release' }),
        app.send('POST', `/api/orders/${orderId}/acceptance`, app.buyer),
        app.send('POST', `/api/orders/${orderId}/cancellation`, app.seller, {}),
        app.send('POST', `${path}/decision`, app.admin, { kind: 'full-refund', reason: 'Race.' }),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      await app.runJobs('dispatch-outbox');
      const { escrow } = await app.money(orderId);
      expect(escrow).toBe((await app.stateOf(orderId)) === 'disputed' ? 34_500 : 0);
    }
  });

  test('refunded almost whole makes no price in the statistics of a model', async () => {
    const { rows } = await app.db.execute<{ id: number }>(sql`select min(id) as id from models`);
    const { orderId, productId, disputeId } = await app.payAndDispute();
    await app.db.execute(
      sql`update products set model_id = ${rows[0]?.id} where id = ${productId}`,
    );
    const path = `/api/disputes/${disputeId}/proposals`;
    const body = { kind: 'partial-refund', refund: 344.99 };
    const { insertedId } = (await app.send('POST', path, app.seller, body)).json;
    expect((await app.send('POST', `${path}/${insertedId}/acceptance`, app.buyer)).status).toBe(
      200,
    );
    await recordSales(app.db);
    expect(await app.stateOf(orderId)).toBe('completed');
    const sales = await app.db.execute(sql`select 1 from sales where order_id = ${orderId}`);
    expect(sales.rows).toEqual([]);
  });

  test.each([
    'from=0000-01-01&to=2026-01-01',
    'from=0001-01-01&to=9999-12-31',
    'from=2026-01-01&to=9999-12-31',
    'from=9999-12-31&to=9999-12-31',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-01&to=2026-02-01',
    'from=%00&to=x',
    'from=2026-01-01',
  ])('in files of the period %s is refused before the file begins', async (period) => {
    for (const [path, who] of [
      ['/api/balance/statement.csv', app.seller],
      ['/api/ledger/journal.csv', app.admin],
    ] as const) {
      expect([400, 422]).toContain((await app.send('GET', `${path}?${period}`, who)).status);
    }
  });

  test('in files starts no formula where semicolons or tabs separate columns', () => {
    for (const between of [';', ';"', '\t', '; ', ';\u00a0']) {
      for (const start of ['=', '+', '-', '@', '＝']) {
        const line = toCsvLine([`Phone${between}${start}HYPERLINK("http://evil.example")`, -5]);
        for (const cell of line.split(/[;\t]/)) {
          expect(cell.replace(/^"/, ''), JSON.stringify(line)).not.toMatch(/^\s*[=+\-@＝]/);
        }
      }
    }
    expect(toCsvLine(['Case; box - new', -5])).toBe('Case; box - new,-5\r\n');
  });
});

describe('orders', () => {
  test('of others do not exist for a stranger, and admin calls are for admins', async () => {
    const { orderId, productId, disputeId } = await app.payAndDispute();
    const transactionId = 'pi_x';
    const mallory = await app.insertUser('seller');
    const strange = [
      ['GET', ''],
      ['GET', '/receipt'],
      ['GET', '/handover?verifier=true'],
      ['GET', '/return'],
      ['GET', '/resale'],
      ['PUT', '/handover', { method: 'meet' }],
      ['PUT', '/return-address', { address: 'x' }],
      ['POST', '/meeting', { place: 'x', at: inDays(1) }],
      ['POST', '/meeting/share'],
      ['POST', '/dispute', { reason: 'counterfeit', text: 'x' }],
      ['POST', '/cancellation', {}],
      ['POST', '/cancellation-request', { reason: 'other' }],
      ['POST', '/shipment', { carrier: 'ups', trackingNumber: '1Z999AA10123456784' }],
      ['POST', '/receipt'],
      ['POST', '/acceptance'],
      ['POST', '/handover-confirmation', { code: '000000' }],
      ['POST', '/device-check', { imei: app.newImei() }],
      ['POST', '/return-shipment', { carrier: 'ups', trackingNumber: '1Z999AA10123456784' }],
      ['POST', '/return-confirmation', {}],
    ] as const;
    for (const [method, path, body] of strange) {
      const { status, text } = await app.send(
        method,
        `/api/orders/${orderId}${path}`,
        mallory,
        body,
      );
      expect(status, `${method} ${path} ${text}`).toBe(404);
    }
    const others = [
      ['GET', `/orders/${orderId}`],
      ['GET', `/api/disputes/${disputeId}`],
      ['POST', `/api/disputes/${disputeId}/messages`, { text: 'x' }],
      ['POST', `/api/disputes/${disputeId}/proposals`, { kind: 'release' }],
      ['POST', '/create-payment-intent', { price: 345, orderId }],
      ['POST', '/payments', { price: 345, transactionId, email: mallory.email, orderId }],
      ['GET', `/orders?email=${app.buyer.email}`],
      ['GET', `/orders?email=${mallory.email}&email=${app.buyer.email}`],
      ['GET', `/myproducts?email[]=${app.seller.email}`],
      ['GET', `/myproducts?email=${app.seller.email}`],
      ['GET', `/api/listings/${productId}/price-plan`],
      ['PUT', `/api/listings/${productId}/price`, { resalePrice: 1 }],
      ['GET', '/api/chargebacks'],
      ['GET', '/api/ledger/status'],
      ['GET', '/api/ledger/journal.csv?from=2026-01-01&to=2026-12-31'],
      ['POST', '/api/ledger/verification'],
      ['POST', '/api/ledger/payout-resumption', { reason: 'Because I say so.' }],
      ['POST', `/api/disputes/${disputeId}/decision`, { kind: 'release', reason: 'x' }],
      ['DELETE', `/report/${productId}`],
      ['GET', `/api/seller/verify/${mallory.email}`],
      ['PUT', '/api/models/iphone-13', { launchPrice: 1 }],
    ] as const;
    for (const [method, path, body] of others) {
      const { status, text } = await app.send(method, path, mallory, body);
      expect([400, 403, 404], `${method} ${path} ${text}`).toContain(status);
    }
    expect(await app.stateOf(orderId)).toBe('disputed');
  });

  test('have meetings in the future, at places of one line, and links that end', async () => {
    const { orderId } = await app.payOrder();
    const path = `/api/orders/${orderId}/meeting`;
    expect((await app.send('POST', `${path}/share`, app.buyer)).status).toBe(404);
    for (const [place, at] of [
      ['x', '2020-01-01T00:00:00Z'],
      ['x', '9999-12-31T23:59:59Z'],
      ['x', '0000-00-00T00:00:00Z'],
      ['x', inDays(61)],
      ['\u0000', inDays(1)],
      ['\u202egnp', inDays(1)],
      ['x\r\nEND:VEVENT', inDays(1)],
      [['x'], inDays(1)],
    ]) {
      const { status } = await app.send('POST', path, app.seller, { place, at });
      expect([400, 422], JSON.stringify(place)).toContain(status);
    }
    const { json } = await app.send('POST', path, app.seller, {
      place: 'Park; "x", \\n',
      at: inDays(1),
    });
    const accept = (who: TestUser) =>
      app.send('POST', `${path}/acceptance`, who, { meetingId: json.insertedId });
    expect((await accept(app.seller)).status).toBe(403);
    expect((await accept(app.buyer)).status).toBe(200);
    const first = (await app.send('POST', `${path}/share`, app.buyer)).json.token;
    const second = (await app.send('POST', `${path}/share`, app.buyer)).json.token;
    for (const token of [first, `${second}x`, second.slice(1), 'a', '%00', '__proto__']) {
      expect([400, 404]).toContain((await app.send('GET', `/api/meetings/${token}`)).status);
    }
    const shared = await app.send('GET', `/api/meetings/${second}`);
    expect(Object.keys(shared.json).sort()).toEqual(
      ['productName', 'place', 'at', 'timeZone', 'sharedBy', 'with', 'expiresAt'].sort(),
    );
    for (const token of [second, app.buyer.token.slice(0, -2), 'null']) {
      const as = { ...app.buyer, token };
      expect((await app.send('GET', '/api/notifications', as)).status).toBe(401);
      expect((await app.send('POST', `/api/unsubscribe?token=${token}`)).status).toBe(422);
    }
    expect((await app.send('POST', `/api/unsubscribe?token=${app.buyer.token}`)).status).toBe(422);
  });

  test('are ordered at one price, or not at all, while the seller changes, pauses and deletes', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await app.insertProduct(app.seller, { resalePriceCents: 40_000 });
      const body = { phone: '+33 6 12 34 56 78', location: 'Porto', productId: id };
      const buyer = await app.insertUser('buyer');
      const [ordered, ...changes] = await Promise.all([
        app.send('POST', '/orders', buyer, body),
        app.send('PUT', `/api/listings/${id}/price`, app.seller, { resalePrice: 9999 }),
        app.send('DELETE', `/myproducts/${id}`, app.seller),
        app.send('POST', `/api/products/${id}/pause`, app.seller),
        app.send('POST', '/orders', app.other, body),
      ]);
      for (const { status } of [ordered, ...changes]) expect([200, 404, 409]).toContain(status);
      if (ordered.status !== 200) continue;
      const { insertedId: orderId } = ordered.json;
      const { price } = (await app.send('GET', `/orders/${orderId}`, buyer)).json;
      expect(price).toBe(changes[0]?.status === 200 ? 9999 : 400);
      // No other price can be paid than the one that the buyer saw and sent.
      const asked = await app.send('POST', '/create-payment-intent', buyer, {
        price: price === 400 ? 9999 : 400,
        orderId,
      });
      expect(asked.status).toBe(422);
    }
  });
});
