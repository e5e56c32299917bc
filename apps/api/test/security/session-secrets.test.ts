import { expect, test } from 'vitest';
import {
  signWebhook,
  verifySignedWebhook,
} from '../../src/adapters/card-payments/sandbox-webhooks.ts';
import { codeOf, isCode } from '../../src/features/handover/codes.ts';
import { signUrl, verifySignedUrl } from '../../src/features/images/signed-url.ts';
import { issueToken, verifyToken } from '../../src/platform/tokens.ts';
import type { User } from '../../src/platform/users.ts';

const publicUrl = 'https://redial.example';
const oldSecret = 'the old secret of the tests, long enough';
const newSecret = 'the new secret of the tests, long enough';
const before = { publicUrl, sessionSecret: oldSecret, previousSessionSecrets: [] };
const during = { publicUrl, sessionSecret: newSecret, previousSessionSecrets: [oldSecret] };
const after = { ...during, previousSessionSecrets: [] };
/** A process that does not sign with the new secret yet. */
const prepared = { ...before, previousSessionSecrets: [newSecret] };
const clock = { now: () => new Date() };

test('a marketplace token survives a change of the session secret until the old one is removed', async () => {
  const subject = { uid: 'rana', email: 'rana@mail.com', authTime: 1 };
  const token = await issueToken({ settings: before, clock }, subject);
  expect(await verifyToken({ settings: during, clock }, token)).toEqual(subject);
  expect(await verifyToken({ settings: after, clock }, token)).toBeUndefined();
});

test('new tokens are signed by the new secret, which prepared processes accept', async () => {
  const subject = { uid: 'rana', email: 'rana@mail.com', authTime: 1 };
  const token = await issueToken({ settings: during, clock }, subject);
  expect(await verifyToken({ settings: after, clock }, token)).toEqual(subject);
  expect(await verifyToken({ settings: prepared, clock }, token)).toEqual(subject);
  expect(await verifyToken({ settings: before, clock }, token)).toBeUndefined();
});

test('the URL of an uploaded image survives until the old secret is removed', () => {
  const user = { id: 'a user' } as User;
  const url = 'https://images.example/phone.jpg';
  const signed = signUrl(url, user, before);
  expect(verifySignedUrl(signed, user, during)).toBe(url);
  expect(verifySignedUrl(signed, user, after)).toBeUndefined();
});

test('a webhook of the sandbox survives until the old secret is removed', () => {
  const body = Buffer.from('{"id":"evt_1","type":"charge.updated"}');
  const signature = signWebhook(oldSecret, body, Math.floor(clock.now().getTime() / 1000));
  const verify = (secrets: string[]) => verifySignedWebhook({ secrets, clock }, body, signature);
  expect(verify([newSecret, oldSecret])).toMatchObject({ id: 'evt_1' });
  expect(verify([newSecret])).toBeUndefined();
});

test('a handover code survives until the old secret is removed', () => {
  const code = codeOf(before, 'an order', 'buyer');
  expect(isCode(code, during, 'an order', 'buyer')).toBe(true);
  expect(isCode(codeOf(during, 'an order', 'buyer'), during, 'an order', 'buyer')).toBe(true);
  expect(isCode(code, after, 'an order', 'buyer')).toBe(false);
});
