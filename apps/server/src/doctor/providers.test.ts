import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { checkClock, judgeClock } from './check-clock.ts';
import { checkGoogle } from './check-google.ts';
import { checkProviders } from './check-providers.ts';
import { checkPublicUrl } from './check-public-url.ts';

const secret = 'a secret of thirty-two letters or more';
let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'redial-providers-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const read = (settings: Record<string, string>): Config =>
  readConfig({ DATA_DIR: dataDir, SESSION_SECRET: secret, IMEI_SECRET: secret, ...settings });

/** Serves HTTP on loopback. @returns its origin. */
async function serve(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An origin at which nothing listens. */
async function unusedOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function check(settings: Record<string, string>, name: string) {
  const findings = await checkProviders(read(settings));
  return findings.find((finding) => finding.check === name);
}

const stripe = (origin: string) => ({
  CARD_PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_redial',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_redial',
  STRIPE_WEBHOOK_SECRET: 'whsec_redial',
  STRIPE_API_BASE: origin,
});

test('the providers of the demo need nothing', async () => {
  const findings = await checkProviders(read({}));
  expect(findings.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
});

test('the key of Web Push is named, and one that is none of the curve is reported', async () => {
  const find = async (VAPID_PRIVATE_KEY: string) =>
    (await checkProviders(read({ VAPID_PRIVATE_KEY }))).find(({ check }) => check === 'web push');
  // The key of RFC 8291, 5.
  expect(await find('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw')).toMatchObject({
    status: 'ok',
    message: 'the key is BP4z9KsN6nGR…',
  });
  expect(await find('A'.repeat(43))).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('VAPID_PRIVATE_KEY is not a key of P-256'),
  });
});

test('keys that Stripe accepts are ok', async () => {
  const origin = await serve((_request, response) =>
    json(response, 200, { object: 'list', data: [], has_more: false, url: '/' }),
  );
  expect(await check(stripe(origin), 'card payments')).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('test mode'),
  });
});

test('keys that Stripe rejects are reported', async () => {
  const origin = await serve((_request, response) =>
    json(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }),
  );
  expect(await check(stripe(origin), 'card payments')).toMatchObject({
    status: 'failed',
    message: 'STRIPE_SECRET_KEY is rejected by Stripe: Invalid API Key',
    advice: expect.stringContaining('docs/providers/stripe.md'),
  });
});

const s3 = (origin: string) => ({
  IMAGE_STORE: 's3',
  S3_ENDPOINT: origin,
  S3_BUCKET: 'phones',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
});
const s3Error = (code: string) => (_request: IncomingMessage, response: ServerResponse) =>
  response
    .writeHead(code === 'InvalidAccessKeyId' ? 403 : 404, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code} it is</Message></Error>`);

test('a bucket is ok if it can be read', async () => {
  const origin = await serve(s3Error('NoSuchKey'));
  expect(await check(s3(origin), 'image store')).toMatchObject({ status: 'ok' });
});

test.each(['NoSuchBucket', 'InvalidAccessKeyId'])('%s of a bucket is reported', async (code) => {
  const origin = await serve(s3Error(code));
  expect(await check(s3(origin), 'image store')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining(code),
  });
});

test('an image host that does not answer is reported', async () => {
  const hosted = { IMAGE_HOST: 'external', IMAGE_HOST_KEY: 'key' };
  const origin = await serve((_request, response) => void response.end());
  const answering = await check({ ...hosted, IMAGE_HOST_URL: origin }, 'image host');
  expect(answering).toMatchObject({ status: 'ok' });
  const silent = await check({ ...hosted, IMAGE_HOST_URL: await unusedOrigin() }, 'image host');
  expect(silent).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

/** A server that speaks as much SMTP as the check needs. */
async function serveSmtp(greeting: string): Promise<string> {
  const server = createTcpServer((line: Socket) => {
    line.on('error', () => undefined).write(`${greeting}\r\n`);
    line.on('data', () => line.write('250 mail\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a mail server is asked whether it takes mails', async () => {
  const mail = async (url: string) => check({ MAILER: 'smtp', SMTP_URL: url }, 'mail');
  expect(await mail(await serveSmtp('220 mail'))).toMatchObject({ status: 'ok' });
  expect(await mail('smtp://127.0.0.1:9')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('it cannot be reached'),
  });
  expect(await mail(await serveSmtp('554 not from you'))).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^SMTP_URL cannot be used: .*554/),
    advice: expect.stringContaining('docs/providers/mail.md'),
  });
});

test('a Redis that does not answer is reported', async () => {
  const url = (await unusedOrigin()).replace('http', 'redis');
  expect(await check({ LIVE_UPDATES: 'redis', REDIS_URL: url }, 'live updates')).toMatchObject({
    status: 'failed',
    advice: 'check REDIS_URL; until then live updates take up to two seconds',
  });
  expect(await check({ RATE_LIMIT_STORE: 'redis', REDIS_URL: url }, 'rate limits')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('check REDIS_URL;'),
  });
  const behindSentinel = { REDIS_URL: 'redis://mymaster', REDIS_SENTINELS: url };
  expect(
    await check({ RATE_LIMIT_STORE: 'redis', ...behindSentinel }, 'rate limits'),
  ).toMatchObject({ status: 'failed', advice: expect.stringContaining('REDIS_SENTINELS') });
});

test.each([
  ['invalid_grant', 'ok'],
  ['invalid_client', 'failed'],
])('Google’s answer %s to a code that does not exist is %s', async (error, status) => {
  const issuer: string = await serve((request, response) =>
    request.url === '/token'
      ? json(response, 400, { error })
      : json(response, 200, { token_endpoint: `${issuer}/token` }),
  );
  const finding = await checkGoogle(
    { issuer, clientId: 'redial', clientSecret: 'secret' },
    'https://redial.example',
  );
  expect(finding.status).toBe(status);
});

const publicUrl = (origin: string, more: Record<string, string> = {}) =>
  checkPublicUrl({ ...read({ PUBLIC_URL: origin, ...more }) });

test('a Redial that is reached, with its webhook, is ok', async () => {
  const origin = await serve((request, response) =>
    request.url === '/webhooks/sandbox' && request.method === 'POST'
      ? json(response, 400, { code: 'webhook.signature-invalid' })
      : json(response, 200, { ok: true }),
  );
  expect((await publicUrl(origin)).map(({ check: name, status }) => [name, status])).toEqual([
    ['public URL', 'ok'],
    ['webhook', 'ok'],
  ]);
});

test('a proxy that does not forward the webhook is reported', async () => {
  const origin = await serve((request, response) =>
    request.method === 'POST'
      ? void response.writeHead(301, { location: '/' }).end()
      : json(response, 200, { ok: true }),
  );
  expect((await publicUrl(origin)).at(-1)).toMatchObject({
    check: 'webhook',
    status: 'failed',
    message: expect.stringContaining('301'),
  });
});

test('a Redial without its database is reported, and one that does not run is a warning', async () => {
  const origin = await serve((_request, response) => json(response, 503, {}));
  expect((await publicUrl(origin))[0]).toMatchObject({ check: 'public URL', status: 'failed' });
  expect(await publicUrl(await unusedOrigin())).toEqual([
    expect.objectContaining({ status: 'warning', advice: expect.stringContaining('start Redial') }),
  ]);
});

test('an unencrypted public URL is a warning in production', async () => {
  const config = { ...read({ PUBLIC_URL: await unusedOrigin() }), production: true };
  expect((await checkPublicUrl(config))[0]).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('not encrypted'),
  });
});

test('the clock is compared with that of a provider and of the database', async () => {
  let ahead = 0;
  const origin = await serve((_request, response) =>
    response.writeHead(200, { date: new Date(Date.now() + ahead).toUTCString() }).end(),
  );
  const config = read(stripe(origin));
  expect(await checkClock(config, undefined)).toMatchObject({ status: 'ok' });
  ahead = 3_600_000;
  expect(await checkClock(config, 0)).toMatchObject({ status: 'failed' });
  expect(await checkClock(read({}), -10_000)).toMatchObject({
    status: 'warning',
    message: '10.0 s ahead of another clock',
  });
  expect(judgeClock([])).toMatchObject({ status: 'ok' });
});
