import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'redial-config-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const secret = 'a'.repeat(32);
const read = (settings: Parameters<typeof readConfig>[0]) =>
  readConfig({ DATA_DIR: dataDir, SESSION_SECRET: secret, IMEI_SECRET: secret, ...settings });
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://redial.example',
  CARD_PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  MAILER: 'smtp',
  SMTP_URL: 'smtp://mail.example',
};

test('the key of Web Push is generated, but not in production', () => {
  const { push } = read({});
  expect(push?.privateKey).toMatch(/^[\w-]{43}$/);
  expect(read({}).push).toEqual(push);
  expect(read(production).push).toBeUndefined();
  const key = 'q1dXpw3UpT5VOmu/cf/v6ih07Aems3njxI+JWgLcM94=';
  const services = 'https://push.example';
  expect(read({ ...production, VAPID_PRIVATE_KEY: key, PUSH_SERVICES: services }).push).toEqual({
    privateKey: key,
    services: [services],
  });
});

test.each<[string, Record<string, string>]>([
  ['VAPID_PRIVATE_KEY', { VAPID_PRIVATE_KEY: 'short' }],
  ['PUSH_SERVICES', { PUSH_SERVICES: 'push.example' }],
  ['PUSH_SERVICES', { ...production, PUSH_SERVICES: 'https://push.example' }],
  [
    'PUSH_SERVICES',
    { ...production, PUSH_SERVICES: 'http://push.example', VAPID_PRIVATE_KEY: 'A'.repeat(43) },
  ],
])('a wrong %s is named in one line (%j)', (name, settings) => {
  expect(() => read(settings)).toThrow(new RegExp(`^${name} .+$`));
});
