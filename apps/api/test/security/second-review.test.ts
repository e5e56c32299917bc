import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { toCsvLine } from '../../src/platform/csv.ts';
import { newProductInput, resultCode, type TestUser, unwrap } from '../test-app.ts';
import { createTestIdentity, validPassword } from '../test-identity.ts';
import { insertImage } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { tableChecksum } from './table-checksum.ts';

/*
 * Attacks that were written from SECURITY.md and the OpenAPI document alone, against a listening
 * server. What got through was repaired; all of them stay as tests.
 */

let app: TradeFixture;
let port: number;
let url: string;

beforeAll(async () => {
  app = await createTradeFixture();
  url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const as = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

/** Sends raw bytes. @returns everything that the server sends until it closes, or half a second. */
async function raw(bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  setTimeout(() => socket.end(), 500).unref();
  return text(socket).catch(() => '');
}
const statusLines = (response: string) => response.match(/^HTTP\/1\.1 \d+/gm) ?? [];

describe('requests', () => {
  const line = 'POST /allproducts/report HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const smuggled = 'GET /allproducts/report HTTP/1.1\r\nHost: x\r\n\r\n';
  test.each([
    [
      'both lengths',
      `${line}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `${line}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${smuggled}`],
    ['a folded header', `${line}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a space before the colon', `${line}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['an unknown coding', `${line}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a signed length', `${line}Content-Length: +2\r\n\r\n{}${smuggled}`],
    ['a bare line feed', `GET /healthz HTTP/1.1\nHost: x\n\n${smuggled}`],
    [
      'a chunk size that overflows',
      `${line}Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n{}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'an upgrade',
      `GET /allproducts/report HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhl\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    ],
    ['CONNECT', 'CONNECT localhost:5432 HTTP/1.1\r\nHost: localhost:5432\r\n\r\n'],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\n\r\n'],
    ['a request for HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ])('with %s are refused, and nothing after them is answered', async (_what, bytes) => {
    const response = await raw(bytes);
    expect(statusLines(response).length).toBeLessThanOrEqual(1);
    expect(response).not.toMatch(/^HTTP\/1\.1 (2|5)/);
    expect(response).not.toContain('secret=1');
  });

  test.each([
    '/allproducts/report',
    '/allproducts/report/',
    '//allproducts/report',
    '/./allproducts/report',
    '/x/../allproducts/report',
    '/allproducts/%72eport',
    '/allproducts/report;x=1',
    '/allproducts/report%2f',
    '/allproducts/report%00',
    '/allproducts/report?token=x',
    '/allproducts//report',
    '/ALLPRODUCTS/report',
    '/allproducts/REPORT',
    '/buyers?email=admin%40redial.dev',
    '/api/ledger/journal.csv?from=2020-01-01&to=2030-01-01',
    '/api/orders/%2e%2e/%2e%2e/buyers',
  ])('for %s give a stranger no private data', async (path) => {
    const headers: Record<string, string>[] = [
      {},
      { 'x-original-url': '/allproducts/report', 'x-rewrite-url': '/buyers' },
      { 'x-http-method-override': 'DELETE', 'x-forwarded-for': '127.0.0.1' },
      { cookie: `redial-token=${app.admin.token}; token=${app.admin.token}` },
      { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` },
      { authorization: `Bearer ${app.admin.token}\u00a0` },
      { 'x-redial-address': '127.0.0.1', 'x-user': app.admin.id },
    ];
    for (const about of headers) {
      const response = await raw(
        `GET ${path} HTTP/1.1\r\nHost: x\r\n${Object.entries(about)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}Connection: close\r\n\r\n`,
      );
      // A category named "REPORT" or an unknown path: an empty list, or an error.
      expect(response).toMatch(/^HTTP\/1\.1 (4\d\d|200)/);
      expect(response).not.toContain('@mail.com');
      expect(response).not.toMatch(/"(sellerEmail|debit|account)":"[^•"]+"/);
    }
  });

  test('with a foreign host never change a link or a redirect', async () => {
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/openapi.json',
      '/docs',
      '/allproducts?limit=1',
    ]) {
      const response = await raw(
        `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\nConnection: close\r\n\r\n`,
      );
      expect(response, path).not.toContain('evil.example');
    }
  });

  test('with unusual content types, encodings and bodies never reach a handler unvalidated', async () => {
    const productId = await app.insertProduct(app.seller);
    const order = JSON.stringify({ productId, phone: {}, location: ['a'] });
    for (const type of [
      'application/json; charset=utf-7',
      'application/json\t; a=b',
      'application/json;boundary=x',
      'application/problem+json',
      'text/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      '',
    ]) {
      const { status } = await fetch(`${url}/orders`, {
        method: 'POST',
        headers: { ...as(app.buyer), 'content-type': type },
        body: order,
      });
      expect([400, 415, 422], type).toContain(status);
    }
    for (const body of [
      '{"__proto__":{"role":"admin"},"productId":"x"}',
      '{"constructor":{"prototype":{"role":"admin"}},"productId":"x"}',
      '[]',
      'null',
      '"x"',
      '{"productId":{"toString":1}}',
      `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '{"productId":"\ud800"}',
      '\ufeff{}',
      '',
    ]) {
      const { status } = await fetch(`${url}/orders`, {
        method: 'POST',
        headers: { ...as(app.buyer), ...json },
        body,
      });
      expect([400, 404, 422], body.slice(0, 40)).toContain(status);
    }
    expect(({} as { role?: string }).role).toBeUndefined();
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip']) {
      const { status } = await fetch(`${url}/allproducts/report`, {
        method: 'POST',
        headers: { ...json, 'content-encoding': encoding },
        body: Buffer.from([31, 139, 8, 0]),
      });
      expect([400, 415], encoding).toContain(status);
    }
  });

  test('for files outside the image store find nothing', async () => {
    for (const name of [
      '..%2f..%2fetc%2fpasswd',
      '..%5c..%5cetc%5cpasswd',
      '%2e%2e%2fsecret',
      '....//....//etc/passwd',
      '018f0000-0000-7000-8000-000000000000-960.jpg%00.png',
      '018f0000-0000-7000-8000-000000000000-960.jpg/../../x',
      '__proto__',
    ]) {
      const response = await raw(
        `GET /images/${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(statusLines(response), name).toEqual([expect.stringMatching(/ 4\d\d$/)]);
      expect(response).not.toContain('root:');
    }
  });

  test('of strangers cannot read a private response from a cache', async () => {
    const { orderId } = await app.payOrder();
    for (const path of [`/orders/${orderId}`, `/api/orders/${orderId}`, '/api/account/data']) {
      for (const suffix of ['', '/x.css', '%2Fx.js', '?x.png', ';x.jpg']) {
        const own = await fetch(url + path + suffix, { headers: as(app.buyer) });
        await own.arrayBuffer();
        const stranger = await fetch(url + path + suffix);
        expect([401, 404], path + suffix).toContain(stranger.status);
        expect(own.headers.get('cache-control')).toMatch(/no-store/);
      }
    }
  });
});

describe('work', () => {
  const long = (unit: string, length = 20_000) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  test('of a request stays small, whatever text it contains', async () => {
    const texts = [
      `${long('a', 200)}!@`,
      `${long('a.', 240)}@${long('a-', 240)}`,
      `${long('1 ', 900)}x`,
      long('((', 900),
      long('\u0301', 900),
      long('ﷺ', 900),
      long('a b ', 900),
      `${long('=', 400)}\u{1f469}\u200d\u{1f469}`,
    ];
    const slowest = { path: '', ms: 0 };
    for (const payload of texts) {
      const q = encodeURIComponent(payload.slice(0, 900));
      for (const path of [
        `/allproducts?limit=24&q=${q}`,
        `/api/products/suggestions?q=${q}`,
        `/api/products/facets?q=${q}`,
        `/api/models?q=${q}`,
        `/users/admin/${q}`,
        `/allproducts?after=${q}`,
        `/api/meetings/${q}`,
        `/api/models/${q}`,
      ]) {
        const begun = performance.now();
        const { status } = await fetch(url + path);
        const ms = performance.now() - begun;
        expect(status, path.slice(0, 60)).toBeLessThan(500);
        if (ms > slowest.ms) Object.assign(slowest, { path: path.slice(0, 60), ms });
      }
      const begun = performance.now();
      for (const check of [contract.validateEmail, contract.isPhoneNumber, contract.normalizeEmail])
        check(long(payload));
      for (const code of contract.carrierCodes) {
        contract.isTrackingNumber(code, contract.normalizeTrackingNumber(long(payload)));
      }
      expect(performance.now() - begun).toBeLessThan(1000);
    }
    expect(slowest.ms, slowest.path).toBeLessThan(5000);
  });

  test('of numbers, dates and pages at the edges never fails', async () => {
    const edges = [
      '-1',
      '0',
      '1e308',
      '1e999',
      '-0',
      'NaN',
      '0x10',
      '9'.repeat(400),
      '1.0000000001',
      '٣',
      '',
      '1,2',
    ];
    for (const value of edges) {
      for (const path of [
        `/allproducts?limit=${value}`,
        `/allproducts?minPrice=${value}&maxPrice=${value}&limit=2`,
        `/allproducts?minYear=${value}&limit=2`,
        `/allproducts?storage=${value}&limit=2`,
        `/api/sales?page=${value}`,
        `/api/balance?before=${value}`,
        `/api/balance/statement.csv?from=${value}&to=${value}`,
      ]) {
        const { status } = await fetch(url + path, { headers: as(app.seller) });
        expect(status, path.slice(0, 80)).toBeLessThan(500);
      }
    }
    for (const date of [
      '2026-02-30',
      '0000-00-00',
      '+275760-09-13',
      '9999-12-31',
      '-000001-01-01',
      '2026-01-01T00:00:00Z',
    ]) {
      const query = `from=${encodeURIComponent(date)}&to=${encodeURIComponent(date)}`;
      for (const [path, user] of [
        ['/api/balance/statement.csv', app.seller],
        ['/api/ledger/journal.csv', app.admin],
      ] as const) {
        const { status } = await fetch(`${url}${path}?${query}`, { headers: as(user) });
        expect(status, path + query).toBeLessThan(500);
      }
    }
  });
});

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
        const { status } = await fetch(url + path, {
          method: 'POST',
          headers: { ...as(user), ...json },
          body: JSON.stringify({ kind: 'partial-refund', refund, reason: 'x' }),
        });
        expect([400, 403, 404, 422], `${path} ${refund}`).toContain(status);
      }
      const own = await fetch(`${url}/api/disputes/${disputeId}/proposals`, {
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
      const { status } = await fetch(`${url}/api/payouts`, {
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
      fetch(url + path, {
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

describe('rows', () => {
  test('cannot be given fields that a request may not set', async () => {
    const { seller, buyer } = app;
    const extra = {
      role: 'admin',
      varified: true,
      isPaid: true,
      status: 'Sold',
      advertised: true,
      sellerId: buyer.id,
      sellerEmail: 'x@mail.com',
      hiddenReasons: [],
      removedAt: null,
      _id: '018f0000-0000-7000-8000-000000000000',
      grade: 'excellent',
      modelId: 1,
    };
    const img = await insertImage(app, seller);
    const { insertedId } = unwrap(
      await app.call(contract.addProduct, {
        body: { ...newProductInput({ img }), ...extra } as never,
        token: seller.token,
      }),
    );
    await fetch(`${url}/api/account/profile`, {
      method: 'PUT',
      headers: { ...as(buyer), ...json },
      body: JSON.stringify({ name: 'Nora', ...extra, email: 'keeper@mail.com' }),
    });
    await fetch(`${url}/api/listings/${insertedId}`, {
      method: 'PATCH',
      headers: { ...as(seller), ...json },
      body: JSON.stringify(extra),
    });
    const { rows } = await app.db.execute<Record<string, unknown>>(
      sql`select seller_id = ${seller.id} as own, status, is_paid, advertised, model_id = 1 as model_given
          from products where id = ${insertedId}`,
    );
    expect(rows).toEqual([
      { own: true, status: 'Available', is_paid: false, advertised: false, model_given: false },
    ]);
    const users = await app.db.execute<Record<string, unknown>>(
      sql`select role, email from users where id = ${buyer.id}`,
    );
    expect(users.rows).toEqual([{ role: 'buyer', email: buyer.email }]);
  });

  test('that a seller has hidden are hidden from strangers everywhere', async () => {
    const { seller, other } = app;
    const id = await app.insertProduct(seller, { name: 'Hidden Nokia 3310' });
    unwrap(await app.call(contract.pauseProduct, { params: { id }, token: seller.token }));
    const body = JSON.stringify({
      productId: id,
      _id: id,
      phone: '+33 6 12 34 56 78',
      location: 'x',
    });
    for (const [method, path] of [
      ['GET', `/api/products/${id}`],
      ['GET', `/api/products/${id}/similar`],
      ['GET', `/api/listings/${id}`],
      ['POST', `/api/products/${id}/contact`],
      ['POST', '/orders'],
      ['POST', '/allproducts/report'],
    ] as const) {
      const response = await fetch(url + path, {
        method,
        headers: { ...as(other), ...(method === 'POST' ? json : {}) },
        ...(method === 'POST' ? { body } : {}),
      });
      expect([404, 409], `${method} ${path}`).toContain(response.status);
      expect(await response.text()).not.toContain('Nokia');
    }
    for (const path of [
      '/allproducts?q=Nokia',
      '/allproducts',
      '/api/products/suggestions?q=Nokia',
      '/sitemap-1.xml',
    ]) {
      expect(await (await fetch(url + path)).text(), path).not.toMatch(
        new RegExp(`Nokia 3310|${id}`),
      );
    }
  });

  test('of names are not invisible, and do not reverse the text around them', async () => {
    const { buyer } = app;
    for (const name of [
      '\u200b\u200b',
      '\u3164',
      '\u2800\u2800',
      '\u202egnp.exe',
      'Nora \u2066Admin\u2069',
      '\u00ad',
      '\u{e0041}\u{e0042}',
      'a\u0000b',
      'a\u0085b',
      '\ufeff',
    ]) {
      const result = await app.call(contract.updateProfile, { body: { name }, token: buyer.token });
      expect(resultCode(result), JSON.stringify(name)).toBe('validation.failed');
    }
    for (const name of ['نورا', 'נורה כהן', '李小龙', 'Zoë 👩‍👩‍👧', 'क्षि', 'می‌خواهم']) {
      const result = await app.call(contract.updateProfile, { body: { name }, token: buyer.token });
      expect(resultCode(result), name).toBe('ok');
    }
  });

  test('of exports start no formula in a spreadsheet', () => {
    for (const start of [
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '＝',
      '＋',
      '－',
      '＠',
      ' =',
      '\u00a0=',
    ]) {
      const [field = ''] = toCsvLine([`${start}HYPERLINK("http://evil.example")`]).split(',http');
      expect(field.replace(/^"/, ''), JSON.stringify(start)).toMatch(/^'/);
    }
    expect(toCsvLine(['Galaxy S23 - 256 GB', -5])).toBe('Galaxy S23 - 256 GB,-5\r\n');
  });

  test('of photos stay within the limit of a party when forty more are uploaded at once', {
    timeout: 60_000,
  }, async () => {
    const { orderId } = await app.payAndDispute();
    const { maxPhotosPerParty } = contract.disputeLimits;
    await app.db.execute(sql`
      insert into dispute_photos (id, order_id, uploaded_by, width, height)
      select gen_random_uuid(), ${orderId}, ${app.buyer.id}, 32, 32
      from generate_series(1, ${maxPhotosPerParty - 1})`);
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const upload = async () => {
      const body = new FormData();
      body.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'x.jpg');
      const path = `${url}/api/orders/${orderId}/photos`;
      return (await fetch(path, { method: 'POST', headers: as(app.buyer), body })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 8 }, upload));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { rows } = await app.db.execute<{ photos: number }>(
      sql`select count(*)::int as photos from dispute_photos where order_id = ${orderId}`,
    );
    expect(rows).toEqual([{ photos: maxPhotosPerParty }]);
  });
});

describe('webhooks and ids', () => {
  test('of unknown providers and shapes are refused', async () => {
    for (const provider of [
      '__proto__',
      'constructor',
      'toString',
      'stripe',
      '..',
      'sandbox%00',
      'SANDBOX',
    ]) {
      const { status } = await fetch(`${url}/webhooks/${provider}`, {
        method: 'POST',
        headers: { ...json, 'redial-signature': 't=1,v1=00' },
        body: '{}',
      });
      expect([400, 401, 404], provider).toContain(status);
    }
    for (const signature of [
      '',
      't=,v1=',
      't=1e400,v1=0',
      `t=${'9'.repeat(99)},v1=${'f'.repeat(64)}`,
      'v1=x',
      't=1,v1=\u00e9',
    ]) {
      const { status } = await fetch(`${url}/webhooks/sandbox`, {
        method: 'POST',
        headers: { ...json, 'redial-signature': signature },
        body: '{"type":"payment_intent.succeeded"}',
      });
      expect(status, signature).toBe(400);
    }
  });

  test('that are strange never reach the database as such', async () => {
    const paths = contract.allEndpoints.filter(({ path }) => path.includes(':'));
    const strange = [
      '__proto__',
      "1' or '1'='1",
      '%00',
      '%ff',
      '018F0000-0000-7000-8000-00000000000G',
      '..%2f..',
    ];
    for (const { method, path } of paths) {
      for (const value of strange) {
        const { status } = await fetch(url + path.replace(/:\w+/g, value), {
          method,
          headers: { ...as(app.admin), ...(method === 'GET' ? {} : json) },
          ...(method === 'GET' ? {} : { body: '{}' }),
        });
        expect(status, `${method} ${path} ${value}`).toBeLessThan(500);
      }
    }
  });
});

test('the identity provider takes no fields, origins, hosts or methods that it does not know', async () => {
  const identity = await createTestIdentity();
  try {
    const { body } = await identity.signUp();
    const bodies = [
      { email: ['rana@mail.com'], password: validPassword },
      { email: { toString: 'x' }, password: validPassword },
      { email: 'rana@mail.com', password: [validPassword] },
      { email: 'rana@mail.com\u0000', password: validPassword },
      { email: 'rana@mail.com', password: { $ne: '' } },
    ];
    for (const attempt of bodies) {
      expect((await identity.post('/sign-in/email', attempt)).status).not.toBe(200);
    }
    const redirecting = {
      email: 'rana@mail.com',
      redirectTo: 'https://evil.example',
      callbackURL: 'https://evil.example',
    };
    const reset = await identity.postWithHeaders('/request-password-reset', redirecting, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect(JSON.stringify([reset.body, identity.resets])).not.toContain('evil.example');
    const signIn = await identity.post('/sign-in/email', {
      email: 'rana@mail.com',
      password: validPassword,
      callbackURL: 'https://evil.example',
      rememberMe: false,
    });
    expect(signIn.headers.get('location')).toBeNull();
    expect(JSON.stringify(signIn.body)).not.toContain('evil.example');
    for (const path of [
      '/get-session?disableCookieCache=true&disableRefresh=true',
      '/token?aud=evil',
      '//token',
      '/%2e%2e/identity/token',
      '/error',
      '/ok',
      '/reset-password/x?callbackURL=https://evil.example',
      '/verify-email?token=x&callbackURL=https://evil.example',
      '/google/start?origin=https://evil.example',
      '/callback/google?error=x&error_description=<script>alert(1)</script>',
    ]) {
      const response = await fetch(`${identity.publicUrl}/identity${path}`, { redirect: 'manual' });
      expect(response.status, path).toBeLessThan(500);
      expect(response.headers.get('location') ?? '', path).not.toContain('evil.example');
      expect(await response.text(), path).not.toContain('<script>alert(1)');
    }
    const { token } = (await identity.get('/token', body.token)).body;
    // An ID token is no session token, and the hash that the database stores is none either.
    expect((await identity.get('/get-session', token)).body).toBeNull();
    const { rows } = await identity.db.execute<{ token: string }>(
      sql`select token from identity.session`,
    );
    for (const stored of rows) {
      expect((await identity.get('/get-session', stored.token)).body).toBeNull();
    }
  } finally {
    await identity.close();
  }
});
