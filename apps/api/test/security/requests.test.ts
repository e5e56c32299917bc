import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestIdentity, validPassword } from '../test-identity.ts';
import { findViolations } from './invariants.ts';
import {
  as,
  createListeningServer,
  json,
  type ListeningServer,
  statusLines,
} from './listening-server.fixture.ts';

/*
 * Hosts, content types, encodings, paths, caches, webhooks and ids.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

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
    const response = await app.raw(bytes);
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
      const response = await app.raw(
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
      const response = await app.raw(
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
      const { status } = await fetch(`${app.url}/orders`, {
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
      const { status } = await fetch(`${app.url}/orders`, {
        method: 'POST',
        headers: { ...as(app.buyer), ...json },
        body,
      });
      expect([400, 404, 422], body.slice(0, 40)).toContain(status);
    }
    expect(({} as { role?: string }).role).toBeUndefined();
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip']) {
      const { status } = await fetch(`${app.url}/allproducts/report`, {
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
      const response = await app.raw(
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
        const own = await fetch(app.url + path + suffix, { headers: as(app.buyer) });
        await own.arrayBuffer();
        const stranger = await fetch(app.url + path + suffix);
        expect([401, 404], path + suffix).toContain(stranger.status);
        expect(own.headers.get('cache-control')).toMatch(/no-store/);
      }
    }
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
      const { status } = await fetch(`${app.url}/webhooks/${provider}`, {
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
      const { status } = await fetch(`${app.url}/webhooks/sandbox`, {
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
        const { status } = await fetch(app.url + path.replace(/:\w+/g, value), {
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
