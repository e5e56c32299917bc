import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderEnvExample } from './config/settings-documentation.fixture.ts';
import { readConfig } from './config.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'redial-config-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const secret = 'a'.repeat(32);
const stripe = {
  CARD_PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const read = (settings: Parameters<typeof readConfig>[0] = {}) =>
  readConfig({ DATA_DIR: dataDir, SESSION_SECRET: secret, IMEI_SECRET: secret, ...settings });

test('the demo needs no settings', () => {
  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
    production: false,
    demo: true,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    webOrigins: ['http://localhost:3000'],
    database: undefined,
    databasePoolSize: 10,
    identity: { provider: 'embedded', google: 'sandbox' },
    mailer: { MAILER: 'files' },
    cardPayments: { adapter: 'sandbox' },
    imageStore: { adapter: 'disk' },
    imageHost: undefined,
    refuseCommonPasswords: false,
    requireVerifiedEmail: false,
    requireAdminTwoFactor: false,
    trade: {
      sellerFeeBasisPoints: 500,
      payoutMinimumCents: 100,
      cancellationResponseHours: 48,
      handoverDays: 14,
      transitDays: 10,
      overdueDays: 5,
      inspectionHours: 96,
      meetingInspectionHours: 48,
      disputeResponseHours: 72,
      disputeDays: 60,
      returnShipmentDays: 7,
      returnConfirmationDays: 14,
    },
    orderHoldHours: 24,
    offerReservationMinutes: 60,
    holdListingsAbove: 60,
    orderHoldMax: 10,
    rateLimitScale: 1,
    redis: undefined,
    trustedProxies: [],
  });
});

test('an empty setting counts as unset', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    database: undefined,
  });
});

test('the default URL follows the port', () => {
  const { publicUrl, webOrigins } = read({ PORT: '8080' });
  expect([publicUrl, ...webOrigins]).toEqual(['http://localhost:8080', 'http://localhost:8080']);
});

test('settings are read', () => {
  expect(
    read({
      PUBLIC_URL: 'https://redial.example/',
      WEB_ORIGINS: 'https://redial.example, https://shop.example',
      DATABASE_URL: 'postgresql://me:word@db:5432/redial',
      DEMO: 'off',
      CARD_PAYMENTS: 'sandbox',
      ALLOW_SANDBOX_PAYMENTS: 'on',
      GOOGLE_SIGN_IN: 'google',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'word',
      RATE_LIMIT_SCALE: '2.5',
      TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16, fd00::/8',
    }),
  ).toMatchObject({
    publicUrl: 'https://redial.example',
    webOrigins: ['https://redial.example', 'https://shop.example'],
    database: {
      url: 'postgresql://me:word@db:5432/redial',
      ownerUrl: 'postgresql://me:word@db:5432/redial',
    },
    demo: false,
    identity: { google: { clientId: 'id', clientSecret: 'word' } },
    rateLimitScale: 2.5,
    trustedProxies: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'],
    sessionSecret: secret,
  });
});

test('without the demo and without its settings Google is disabled', () => {
  expect(read({ ...stripe, DEMO: 'off' }).identity).toEqual({
    provider: 'embedded',
    google: undefined,
  });
});

test('metrics are off by default, and on the loopback address', () => {
  expect(read({}).metrics).toBeUndefined();
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5');
  expect(() => read({ METRICS_PORT: '9464', PORT: '9464' })).toThrow(
    /^METRICS_PORT is the same as PORT: 9464$/,
  );
});

test.each([
  ['NODE_ENV', 'staging'],
  ['PORT', '70000'],
  ['PORT', '0'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'redial.example'],
  ['PUBLIC_URL', 'https://redial.example/shop'],
  ['WEB_ORIGINS', 'https://redial.example,everybody'],
  ['VITE_API_URL', 'api.redial.example'],
  ['DATABASE_URL', 'mysql://db/redial'],
  ['DEMO', 'maybe'],
  ['IDENTITY', 'myspace'],
  ['ORDER_HOLD_HOURS', '0'],
  ['ORDER_HOLD_MAX', '1.5'],
  ['RATE_LIMIT_SCALE', '-1'],
  ['REDIS_URL', 'redis.example:6379'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.5, 10.1.0.0/40'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['SESSION_SECRET', 'short'],
  ['IMEI_SECRET', 'short'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'smtp://user:pa/ss@mail.example'],
  ['MAIL_FROM', 'Redial <no-reply@redial.example>'],
  ['MAIL_FROM', 'redial'],
] as const)('an invalid %s (%s) is named in one line', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} .+$`));
});

test('the Google client is required and accepted with GOOGLE_SIGN_IN=google only', () => {
  const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'word' };
  expect(() => read({ GOOGLE_SIGN_IN: 'google', GOOGLE_CLIENT_ID: 'id' })).toThrow(
    /^GOOGLE_CLIENT_SECRET is missing: GOOGLE_SIGN_IN=google requires it$/,
  );
  expect(() => read(client)).toThrow(
    /^GOOGLE_CLIENT_ID is set, but GOOGLE_SIGN_IN is sandbox: set GOOGLE_SIGN_IN=google, or remove it$/,
  );
});

const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'redial-12ab3',
  FIREBASE_API_KEY: 'AIzaSy-key',
  FIREBASE_AUTH_DOMAIN: 'redial-12ab3.firebaseapp.com',
};
const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };

test('IDENTITY=firebase selects Firebase', () => {
  expect(read(firebase).identity).toEqual({
    provider: 'firebase',
    projectId: 'redial-12ab3',
    apiKey: 'AIzaSy-key',
    authDomain: 'redial-12ab3.firebaseapp.com',
    emulator: undefined,
    serviceAccount: undefined,
  });
  expect(read({ ...firebase, ...emulator }).identity).toMatchObject({ emulator: '127.0.0.1:9099' });
});

test.each([
  ['FIREBASE_PROJECT_ID', ''],
  ['FIREBASE_PROJECT_ID', 'My project'],
  ['FIREBASE_API_KEY', ''],
  ['FIREBASE_API_KEY', 'a key'],
  ['FIREBASE_AUTH_DOMAIN', ''],
  ['FIREBASE_AUTH_DOMAIN', 'https://redial-12ab3.firebaseapp.com'],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'http://127.0.0.1:9099'],
  ['FIREBASE_SERVICE_ACCOUNT', '/there/is/no/such/file.json'],
  ['FIREBASE_SERVICE_ACCOUNT', import.meta.filename],
  ['GOOGLE_SIGN_IN', 'sandbox'],
])('with Firebase, an invalid %s (%s) is named in one line', (name, value) => {
  expect(() => read({ ...firebase, [name]: value })).toThrow(new RegExp(`^${name} .+$`));
});

test('the key of a service account is read from its file, and has to be of this project', async () => {
  const file = path.join(dataDir, 'key.json');
  const settings = { ...firebase, FIREBASE_SERVICE_ACCOUNT: file };
  const key = {
    project_id: 'redial-12ab3',
    client_email: 'redial@redial-12ab3.iam.gserviceaccount.com',
    private_key: '-----BEGIN PRIVATE KEY-----',
  };
  await writeFile(file, JSON.stringify(key));
  expect(read(settings).identity).toMatchObject({
    serviceAccount: { email: key.client_email, privateKey: key.private_key },
  });
  await writeFile(file, JSON.stringify({ ...key, project_id: 'another-project' }));
  expect(() => read(settings)).toThrow(/^FIREBASE_SERVICE_ACCOUNT belongs to another project/);
});

test('CARD_PAYMENTS=stripe selects Stripe', () => {
  expect(read(stripe).cardPayments).toEqual({
    adapter: 'stripe',
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    connectWebhookSecret: undefined,
    apiBase: undefined,
  });
  const connect = { ...stripe, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2' };
  expect(read(connect).cardPayments).toMatchObject({ connectWebhookSecret: 'whsec_2' });
  const apiBase = { ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111' };
  expect(read(apiBase).cardPayments).toMatchObject({ apiBase: 'http://127.0.0.1:12111' });
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_SECRET_KEY', ''],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1'],
  ['STRIPE_PUBLISHABLE_KEY', ''],
  ['STRIPE_WEBHOOK_SECRET', 'sk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', ''],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'sk_test_1'],
  ['STRIPE_API_BASE', 'stripe.test'],
])('with Stripe, an invalid %s (%s) is named in one line', (name, value) => {
  expect(() => read({ ...stripe, [name]: value })).toThrow(new RegExp(`^${name} .+$`));
});

test.each([
  ['stripe', { ...stripe, PAYOUTS: 'sandbox' }],
  ['sandbox', { PAYOUTS: 'stripe' }],
])(
  'with CARD_PAYMENTS=%s, payouts of the other provider are refused in one line',
  (cards, given) => {
    expect(() => read(given)).toThrow(
      new RegExp(`^PAYOUTS cannot be .+ CARD_PAYMENTS=${cards}.+$`),
    );
    expect(() => read({ ...given, PAYOUTS: cards })).not.toThrow();
  },
);

const s3 = { IMAGE_STORE: 's3', S3_BUCKET: 'images', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'word' };
const externalHost = {
  IMAGE_HOST: 'external',
  IMAGE_HOST_URL: 'https://api.host.example',
  IMAGE_HOST_KEY: 'key',
};

test('images are stored on disk, in a bucket, or at an external host', () => {
  expect(read({ ...s3, S3_REGION: 'eu-west-3' }).imageStore).toEqual({
    adapter: 's3',
    bucket: 'images',
    accessKey: 'key',
    secretKey: 'word',
    region: 'eu-west-3',
    endpoint: undefined,
  });
  const endpoint = { S3_ENDPOINT: 'http://127.0.0.1:9000' };
  expect(read({ ...s3, ...endpoint }).imageStore).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
  });
  expect(read(externalHost).imageHost).toEqual({ url: 'https://api.host.example', key: 'key' });
});

test.each<[string, Record<string, string>]>([
  ['IMAGE_HOST_URL', { ...externalHost, IMAGE_HOST_URL: 'api.host.example' }],
  ['IMAGE_HOST_KEY', { ...externalHost, IMAGE_HOST_KEY: '' }],
  ['S3_BUCKET', { ...s3, S3_BUCKET: 'My Bucket' }],
  ['S3_SECRET_KEY', { ...s3, S3_SECRET_KEY: '' }],
  ['S3_REGION', s3],
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: '127.0.0.1:9000' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://db/redial?sslmode=perhaps' }],
  ['MIGRATION_DATABASE_URL', { MIGRATION_DATABASE_URL: 'postgresql://owner@db/redial' }],
  ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '1' }],
  ['SMTP_URL', { MAILER: 'smtp' }],
  ['REDIS_URL', { RATE_LIMIT_STORE: 'redis' }],
  ['SANDBOX_SETTLEMENT_SECONDS', { SANDBOX_SETTLEMENT_SECONDS: '0' }],
])('an invalid or missing %s is named in one line (%j)', (name, settings) => {
  expect(() => read(settings)).toThrow(new RegExp(`^${name} .+$`));
});

test.each<[string, string, string]>([
  ['STRIPE_SECRET_KEY', 'sk_test_1', 'CARD_PAYMENTS is sandbox: set CARD_PAYMENTS=stripe'],
  ['FIREBASE_PROJECT_ID', 'redial-12ab3', 'IDENTITY is embedded: set IDENTITY=firebase'],
  ['S3_ENDPOINT', 'http://127.0.0.1:9000', 'IMAGE_STORE is disk: set IMAGE_STORE=s3'],
  ['IMAGE_HOST_KEY', 'key', 'IMAGE_HOST is embedded: set IMAGE_HOST=external'],
  ['SMTP_URL', 'smtp://mail.example', 'MAILER is files: set MAILER=smtp'],
  ['REDIS_URL', 'redis://host', 'RATE_LIMIT_STORE is memory: set RATE_LIMIT_STORE=redis'],
])('%s without its adapter is refused with what to do', (name, value, problem) => {
  expect(() => read({ [name]: value })).toThrow(`${name} is set, but ${problem}, or remove it`);
});

test('sandbox cards are refused without the demo and where other machines reach Redial', () => {
  const refused = (settings: Record<string, string>) =>
    expect(() => read(settings)).toThrow(/^CARD_PAYMENTS .*ALLOW_SANDBOX_PAYMENTS=on/);
  refused({ DEMO: 'off', CARD_PAYMENTS: 'sandbox' });
  refused({ PUBLIC_URL: 'https://redial.example' });
  refused({ PUBLIC_URL: 'http://192.168.1.20:3000' });
  refused({ HOST: '0.0.0.0' });
  expect(() => read({ DEMO: 'off' })).toThrow(/^CARD_PAYMENTS is missing/);
  const allowed = { DEMO: 'off', CARD_PAYMENTS: 'sandbox', ALLOW_SANDBOX_PAYMENTS: 'on' };
  expect(read({ ...allowed, PUBLIC_URL: 'https://redial.example' }).cardPayments).toEqual({
    adapter: 'sandbox',
  });
  for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://a.localhost']) {
    expect(read({ PUBLIC_URL }).cardPayments).toEqual({ adapter: 'sandbox' });
  }
});

test('the sandbox settles after the given time', () => {
  const { cardPayments } = read({ SANDBOX_SETTLEMENT_SECONDS: '3' });
  expect(cardPayments).toEqual({ adapter: 'sandbox', settlementSeconds: 3 });
});

const production = {
  ...stripe,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://redial.example',
  MAILER: 'smtp',
  SMTP_URL: 'smtp://mail.example',
};

test('production starts with real adapters', () => {
  expect(read(production)).toMatchObject({
    production: true,
    drainMs: 3000,
    demo: false,
    host: '0.0.0.0',
    identity: { provider: 'embedded', google: undefined },
  });
  expect(read({ ...production, ...firebase }).identity.provider).toBe('firebase');
});

test.each<[string, Record<string, string>]>([
  ['DEMO', { DEMO: 'on' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['SESSION_SECRET', { SESSION_SECRET: '' }],
  ['IMEI_SECRET', { IMEI_SECRET: '' }],
  ['CARD_PAYMENTS', { CARD_PAYMENTS: '' }],
  ['CARD_PAYMENTS', { CARD_PAYMENTS: 'sandbox', ALLOW_SANDBOX_PAYMENTS: 'on' }],
  ['MAILER', { MAILER: '' }],
  ['MAILER', { MAILER: 'files', SMTP_URL: '' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['GOOGLE_SIGN_IN', { GOOGLE_SIGN_IN: 'sandbox' }],
  ['FIREBASE_AUTH_EMULATOR_HOST', { ...firebase, ...emulator }],
  ['STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1:12111' }],
  ['IMAGE_HOST_URL', { ...externalHost, IMAGE_HOST_URL: 'http://api.host.example' }],
])('production refuses the wrong %s (%j)', (name, settings) => {
  expect(() => read({ ...production, ...settings })).toThrow(new RegExp(`^${name} .+$`));
});

test('admins need a second factor in production, except with Firebase, which cannot tell', () => {
  const required = (settings: Record<string, string>) => read(settings).requireAdminTwoFactor;
  expect(required({})).toBe(false);
  expect(required({ REQUIRE_ADMIN_TWO_FACTOR: 'on' })).toBe(true);
  expect(required(production)).toBe(true);
  expect(required({ ...production, REQUIRE_ADMIN_TWO_FACTOR: 'off' })).toBe(false);
  expect(required({ ...production, ...firebase })).toBe(false);
  expect(() => required({ ...firebase, REQUIRE_ADMIN_TWO_FACTOR: 'on' })).toThrow(
    /^REQUIRE_ADMIN_TWO_FACTOR cannot be on/,
  );
});

test('.env.example is rendered from the schema', async () => {
  await expect(renderEnvExample()).toMatchFileSnapshot('../../../.env.example');
});
