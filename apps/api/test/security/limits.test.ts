import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { sandboxCardsPath } from '@redial/contract';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { images } from '../../src/db/schema/index.ts';
import {
  createMemoryStore,
  type RateLimitStore,
  rateLimitKey,
  truncateIp,
} from '../../src/platform/rate-limits/index.ts';
import { createTestApp, publicUrl, type TestApp } from '../test-app.ts';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** Listens on a real port, with a limit of six requests a minute by default. */
async function listening(
  settings: { rateLimitScale?: number; trustedProxies?: readonly string[] } = {},
  rates?: RateLimitStore,
) {
  const app = await createTestApp({
    settings: { rateLimitScale: 0.01, ...settings },
    server: rates ? { rateLimitStore: rates } : {},
  });
  open.push(app);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { headers, method });
  const statuses = async (count: number, path: string, headers?: Record<string, string>) => {
    const responses = [];
    for (let sent = 0; sent < count; sent++) responses.push((await get(path, headers)).status);
    return responses;
  };
  return { get, statuses, port: address.port };
}

test('an IP address over its limit gets 429 with Retry-After for every path', async () => {
  const { get, statuses } = await listening();
  expect(await statuses(6, '/allproducts?limit=1')).toEqual(Array(6).fill(200));
  for (const path of ['/allproducts?limit=1', `${sandboxCardsPath}/intents/pi_1`, '/nowhere']) {
    const refused = await get(path);
    expect([path, refused.status]).toEqual([path, 429]);
    expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate.limited' });
  }
  expect(await statuses(3, '/healthz')).toEqual([200, 200, 200]);
});

test('people who navigate above the limit get a page that tells when to try again', async () => {
  const { statuses, port } = await listening();
  await statuses(6, '/allproducts?limit=1');
  const navigate = async (path: string) => {
    const headers = { 'sec-fetch-mode': 'navigate' };
    const [response] = await once(http.get({ port, path, headers }), 'response');
    return { response: response as http.IncomingMessage, html: await text(response) };
  };
  const { response, html } = await navigate('/search?q="><script>alert(1)</script>');
  expect(response.statusCode).toBe(429);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  const wait = response.headers['retry-after'];
  expect(html).toContain(`Too many requests: try again in ${wait} seconds`);
  expect(html).not.toContain('<script');
  // Without the URL, which can begin like that of another host.
  expect((await navigate('//other.example/login')).html).toContain('<a class="button" href="">');
  // An endpoint of the contract responds the same to everybody.
  const endpoint = await navigate('/allproducts?limit=1');
  expect(JSON.parse(endpoint.html)).toMatchObject({ status: 429, code: 'rate.limited' });
});

test('what does not exist below unlimited paths is limited, and no page is rendered for it', async () => {
  let rendered = 0;
  const app = await createTestApp({
    settings: { rateLimitScale: 0.01 },
    server: {
      renderPage: async (_request, reply) => {
        rendered++;
        return reply.code(404).send('a page');
      },
    },
  });
  open.push(app);
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const seller = await app.insertUser('seller');
  const id = '018f0000-0000-7000-8000-000000000000';
  await app.db.insert(images).values({ id, uploadedBy: seller.id, width: 320, height: 320 });
  const image = `${id}-320.jpg`;
  app.files.set(image, Buffer.from('an image'));
  const status = async (path: string) => (await fetch(url + path)).status;
  for (let n = 0; n < 20; n++) expect(await status(`/images/${image}`)).toBe(200);
  const paths = ['/assets/x.js', '/images/x.jpg', '/webhooks/x', '/images/a/b', '/assets/'];
  for (const path of paths) expect([path, await status(path)]).toEqual([path, 404]);
  expect(await status('/assets/x')).toBe(404);
  await expect.poll(() => status('/assets/x')).toBe(429);
  expect(rendered).toBe(0);
  // Pages and API calls are counted separately.
  expect(await status('/allproducts?limit=1')).toBe(200);
});

test('webhooks without a valid signature are limited by IP address, valid ones are not', async () => {
  const app = await createTestApp({ settings: { rateLimitScale: 0.01 } });
  open.push(app);
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const post = async () =>
    (await fetch(`${url}/webhooks/sandbox`, { method: 'POST', body: '{"id":"evt_1"}' })).status;
  for (let n = 0; n < 6; n++) expect(await post()).toBe(400);
  await expect.poll(post).toBe(429);
  expect((await fetch(`${url}/allproducts?limit=1`)).status).toBe(200);
});

test('a client streams two whole lists at a time, and all clients together twenty', {
  timeout: 60_000,
}, async () => {
  const app = await createTestApp({
    settings: { rateLimitScale: 1, trustedProxies: ['127.0.0.0/8'] },
  });
  open.push(app);
  const seller = await app.insertUser('seller');
  // More than the buffers of a connection take, so that a client that does not read keeps its stream.
  await app.db.execute(sql`
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use)
    select gen_random_uuid(), ${seller.id}, 'iPhone', repeat('x', 3000), 'Iphone', 'good',
      '/images/x.jpg', 50000, 20000, '+1 202-555-0142', 'Porto', 2020, '3 years'
    from generate_series(1, 6000) n`);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as net.AddressInfo;
  const sockets: net.Socket[] = [];
  /** Requests the whole list and reads the headers only. */
  const request = async (ip: string) => {
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.write(`GET /allproducts HTTP/1.1\r\nHost: redial\r\nX-Forwarded-For: ${ip}\r\n\r\n`);
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    const text = head.toString();
    return {
      status: Number(text.slice(9, 12)),
      retryAfter: Number(/retry-after: (\d+)/i.exec(text)?.[1]),
      close: () => socket.destroy(),
    };
  };
  try {
    const first = await request('203.0.113.1');
    expect([first.status, (await request('203.0.113.1')).status]).toEqual([200, 200]);
    const refused = await request('203.0.113.1');
    expect(refused).toMatchObject({ status: 429, retryAfter: 10 });
    expect((await fetch(`http://127.0.0.1:${port}/allproducts?limit=1`)).status).toBe(200);
    first.close();
    await expect.poll(async () => (await request('203.0.113.1')).status).toBe(200);

    const statuses = [];
    for (let n = 2; n <= 12; n++) {
      for (let each = 0; each < 2; each++) {
        statuses.push((await request(`203.0.113.${n}`)).status);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(18);
    expect(statuses.at(-1)).toBe(503);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test.each(['http://user:password@redial.test/allproducts', '*', 'allproducts'])(
  'the request target %s is rejected and not logged',
  async (target) => {
    const logged: string[] = [];
    const stream = { write: (line: string) => void logged.push(line) };
    const log = fastify({ logger: { level: 'trace', stream } }).log;
    const app = await createTestApp({ log });
    open.push(app);
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.server.address() as net.AddressInfo;
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: redial.test\r\nConnection: close\r\n\r\n`);
    const [head, body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(logged.join('')).not.toContain('password');
  },
);

test('X-Forwarded-For is ignored without a trusted proxy', async () => {
  const { statuses } = await listening();
  const responses = [];
  for (let n = 1; n <= 8; n++) {
    responses.push(...(await statuses(1, '/healthy', { 'x-forwarded-for': `10.0.0.${n}` })));
  }
  expect(responses).toEqual([404, 404, 404, 404, 404, 404, 429, 429]);
});

test('behind a trusted proxy, each client is counted separately', async () => {
  const { statuses } = await listening({ trustedProxies: ['127.0.0.0/8'] });
  const one = { 'x-forwarded-for': '203.0.113.7' };
  expect(await statuses(7, '/nowhere', one)).toEqual([...Array(6).fill(404), 429]);
  const other = { 'x-forwarded-for': '203.0.113.7, 203.0.113.8' };
  expect(await statuses(1, '/nowhere', other)).toEqual([404]);
});

test('IPv6 clients are counted by network, IPv4 clients by address in any notation', () => {
  expect(rateLimitKey('2001:db8:1:2:3:4:5:6')).toBe(rateLimitKey('2001:db8:1:2::99'));
  expect(rateLimitKey('2001:db8:1:2::1')).not.toBe(rateLimitKey('2001:db8:1:3::1'));
  expect(rateLimitKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(rateLimitKey('fe80::1%eth0')).toBe(rateLimitKey('fe80::2'));
});

test('processes that share a store share the limit of an IP address', async () => {
  const memory = createMemoryStore();
  const limiters = new Map<string, ReturnType<typeof memory.create>>();
  const rates: RateLimitStore = {
    ...memory,
    isShared: true,
    create: (rule) => {
      const limiter = limiters.get(rule.name) ?? memory.create(rule);
      limiters.set(rule.name, limiter);
      return limiter;
    },
  };
  const [one, other] = [await listening({}, rates), await listening({}, rates)];
  expect(await one.statuses(6, '/nowhere')).toEqual(Array(6).fill(404));
  await expect.poll(() => other.statuses(1, '/nowhere'), { timeout: 10_000 }).toEqual([429]);
});

test('only configured origins pass CORS, and a plain OPTIONS request is rejected', async () => {
  const { get } = await listening({ rateLimitScale: 1 });
  const preflight = { origin: publicUrl, 'access-control-request-method': 'POST' };
  const allowed = await get('/orders', preflight, 'OPTIONS');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(publicUrl);
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  for (const origin of ['https://evil.example', 'null', `${publicUrl}.evil.example`]) {
    for (const method of ['OPTIONS', 'GET']) {
      const response = await get('/allproducts?limit=1', { ...preflight, origin }, method);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  }
  for (const headers of [{}, { origin: publicUrl }]) {
    const response = await get('/orders', headers, 'OPTIONS');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'request.invalid' });
  }
});

test('a malformed request gets a problem response, and the connection is closed', async () => {
  const { port } = await listening({ rateLimitScale: 1 });
  for (const nonsense of ['HELLO\r\n\r\n', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`]) {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(nonsense);
    const [head, body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'request.invalid' });
  }
});

test('hundreds of slow clients are disconnected without affecting others', {
  timeout: 60_000,
}, async () => {
  const { get, port } = await listening({ rateLimitScale: 1000 });
  const slow = Array.from({ length: 300 }, (_, index) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      index % 2
        ? 'GET /allproducts HTTP/1.1\r\nHost: redial\r\n'
        : 'POST /allproducts/report HTTP/1.1\r\nHost: redial\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    );
    return socket;
  });
  const drip = setInterval(() => {
    for (const [index, socket] of slow.entries()) {
      if (socket.writable) socket.write(index % 2 ? `x-${Date.now()}: y\r\n` : ' ');
    }
  }, 2000);
  const gone = Promise.all(
    slow.map(async (socket) => {
      socket.resume();
      if (!socket.closed) await once(socket, 'close');
    }),
  );
  const since = performance.now();
  const times: number[] = [];
  let over = false;
  void gone.then(() => {
    over = true;
  });
  try {
    while (!over && performance.now() - since < 40_000) {
      const begun = performance.now();
      expect((await get('/allproducts?limit=1')).status).toBe(200);
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    clearInterval(drip);
    for (const socket of slow) socket.destroy();
  }
  const seconds = (performance.now() - since) / 1000;
  expect(over, 'all slow clients are gone').toBe(true);
  expect(seconds).toBeLessThan(30);
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length * 0.5)]).toBeLessThan(500);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['unix socket', undefined],
  ['', undefined],
])('of the address %s, the audit log keeps the network %s', (ip, network) => {
  expect(truncateIp(ip)).toBe(network);
});
