import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, settingNames } from './config.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'redial-config-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const secret = 'a'.repeat(32);
const read = (settings: Parameters<typeof readConfig>[0] = {}) =>
  readConfig({ DATA_DIR: dataDir, SESSION_SECRET: secret, ...settings });

test('the demo needs no settings', () => {
  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
    production: false,
    demo: true,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    webOrigins: ['http://localhost:3000'],
    databaseUrl: undefined,
    databasePoolSize: 10,
    identity: { provider: 'embedded', google: 'sandbox' },
    smtpUrl: undefined,
    orderHoldHours: 24,
    orderHoldMax: 10,
    rateLimitScale: 1,
    redisUrl: undefined,
    trustedProxies: [],
  });
});

test('an empty setting counts as unset', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
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
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'word',
      RATE_LIMIT_SCALE: '2.5',
      TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16, fd00::/8',
    }),
  ).toMatchObject({
    publicUrl: 'https://redial.example',
    webOrigins: ['https://redial.example', 'https://shop.example'],
    databaseUrl: 'postgresql://me:word@db:5432/redial',
    demo: false,
    identity: { google: { clientId: 'id', clientSecret: 'word' } },
    rateLimitScale: 2.5,
    trustedProxies: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'],
    sessionSecret: secret,
  });
});

test('without the demo and without its settings Google is disabled', () => {
  expect(read({ DEMO: 'off' }).identity).toEqual({ provider: 'embedded', google: undefined });
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
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'smtp://user:pa/ss@mail.example'],
  ['MAIL_FROM', 'Redial <no-reply@redial.example>'],
  ['MAIL_FROM', 'redial'],
] as const)('a wrong %s (%s) is named in one line', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} .+$`));
});

test('half of the Google settings is named', () => {
  expect(() => read({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/^GOOGLE_CLIENT_SECRET is missing/);
  expect(() => read({ GOOGLE_CLIENT_SECRET: 'word' })).toThrow(/^GOOGLE_CLIENT_ID is missing/);
});

const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'redial-12ab3',
  FIREBASE_API_KEY: 'AIzaSy-key',
  FIREBASE_AUTH_DOMAIN: 'redial-12ab3.firebaseapp.com',
};
const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };

test('Firebase keeps the accounts where it is set', () => {
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

test('the emulator, whose tokens nobody signed, is refused in production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://redial.example' };
  const settings = { ...production, ...stripeKeys, ...firebase };
  expect(read(settings).identity.provider).toBe('firebase');
  expect(() => read({ ...settings, ...emulator })).toThrow(
    /^FIREBASE_AUTH_EMULATOR_HOST is for te/,
  );
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
  ['GOOGLE_CLIENT_ID', 'id'],
])('with Firebase a wrong %s (%s) is named in one line', (name, value) => {
  expect(() => read({ ...firebase, [name]: value })).toThrow(new RegExp(`^${name} .+$`));
});

test('the key of a service account is read from its file, and is of this project', async () => {
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
  expect(() => read(settings)).toThrow(/^FIREBASE_SERVICE_ACCOUNT is of another project/);
});

test('settings of Firebase without IDENTITY=firebase are named', () => {
  expect(() => read({ ...firebase, IDENTITY: '' })).toThrow(/^IDENTITY must be firebase/);
});

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('the keys of Stripe are taken together, also in production', () => {
  expect(read().stripe).toBeUndefined();
  const account = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
  expect(read(stripeKeys).stripe).toMatchObject(account);
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://redial.example' };
  expect(read({ ...production, ...stripeKeys })).toMatchObject({
    production: true,
    demo: false,
    stripe: account,
  });
  const apiBase = { ...stripeKeys, STRIPE_API_BASE: 'http://127.0.0.1:12111' };
  expect(read(apiBase).stripe?.apiBase).toBe('http://127.0.0.1:12111');
  expect(() => read({ ...production, ...apiBase })).toThrow(/^STRIPE_API_BASE is for tests/);
});

test.each(Object.keys(stripeKeys))('Stripe without %s is refused by its name', (name) => {
  expect(() => read({ ...stripeKeys, [name]: '' })).toThrow(new RegExp(`^${name} is missing`));
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_test_1'],
  ['STRIPE_API_BASE', 'stripe.test'],
])('a wrong %s (%s) is named in one line', (name, value) => {
  expect(() => read({ ...stripeKeys, [name]: value })).toThrow(new RegExp(`^${name} .+$`));
});

const s3 = { S3_BUCKET: 'pictures', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'word' };
const imageHost = { IMAGE_HOST_URL: 'https://api.host.example', IMAGE_HOST_KEY: 'key' };

test('pictures are kept in the data folder, in a bucket, or by a host outside', () => {
  expect(read().images).toEqual({ host: undefined, s3: undefined });
  expect(read({ ...s3, S3_REGION: 'eu-west-3' }).images.s3).toEqual({
    bucket: 'pictures',
    accessKey: 'key',
    secretKey: 'word',
    region: 'eu-west-3',
    endpoint: undefined,
  });
  const endpoint = { S3_ENDPOINT: 'http://127.0.0.1:9000' };
  expect(read({ ...s3, ...endpoint }).images.s3).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
  });
  expect(read(imageHost).images.host).toEqual({ url: 'https://api.host.example', key: 'key' });
});

test.each([
  ['IMAGE_HOST_URL', { ...imageHost, IMAGE_HOST_URL: 'api.host.example' }],
  ['IMAGE_HOST_KEY', { ...imageHost, IMAGE_HOST_KEY: '' }],
  ['S3_BUCKET', { ...s3, S3_BUCKET: 'My Bucket' }],
  ['S3_BUCKET', { S3_ENDPOINT: 'http://127.0.0.1:9000' }],
  ['S3_SECRET_KEY', { ...s3, S3_SECRET_KEY: '' }],
  ['S3_REGION', s3],
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: '127.0.0.1:9000' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://db/redial?sslmode=perhaps' }],
  ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '1' }],
])('a wrong %s is named in one line (%j)', (name, settings) => {
  expect(() => read(settings)).toThrow(new RegExp(`^${name} .+$`));
});

test('an image host is not spoken to in the clear in production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://redial.example' };
  const host = { ...imageHost, IMAGE_HOST_URL: 'http://api.host.example' };
  expect(() => read({ ...production, ...stripeKeys, ...host })).toThrow(/^IMAGE_HOST_URL must/);
});

test('production refuses demo accounts, generated secrets and sandbox payments', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://redial.example' };
  expect(() => read({ ...production, DEMO: 'on' })).toThrow(/^DEMO cannot be on in production/);
  expect(() => read({ ...production, SESSION_SECRET: '' })).toThrow(/^SESSION_SECRET is required/);
  expect(() => read(production)).toThrow(/^STRIPE_SECRET_KEY is required in production/);
});

test('the secret of a demo is made once, for its user alone', async () => {
  const first = readConfig({ DATA_DIR: dataDir }).sessionSecret;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readConfig({ DATA_DIR: dataDir }).sessionSecret).toBe(first);
  const { mode } = await stat(path.join(dataDir, 'session-secret'));
  expect(mode & 0o077).toBe(0);
});

test('.env.example names every setting and no other', async () => {
  const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z][A-Z\d_]*)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...settingNames].sort());
});
