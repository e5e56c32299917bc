import { validatePassword } from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestIdentity, type TestIdentity } from '../../../test/test-identity.ts';
import { isCommonPassword } from './common-passwords.ts';

const password = 'Mandolin#1974';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity({ refuseCommonPasswords: true });
});
afterAll(() => identity.close());

const refused = {
  status: 422,
  code: 'COMMON_PASSWORD',
  message:
    'Many people use this password, so it is easy to guess. Please choose another one, such as a few words of your own.',
};
const outcome = ({
  status,
  body,
}: {
  status: number;
  body: { code: string; message: string };
}) => ({
  status,
  code: body.code,
  message: body.message,
});

test.each([
  'Password#2024',
  'PASSWORD12!',
  'P@ssw0rd12!',
  'Pa$$w0rd!!99',
  '12#Welcome',
  'Qwerty@123',
  'Letmein!23',
  'Dragon_#2025',
  'L58jkdjP!',
  'Redial#2021',
  'R3dial!!24',
])('%s meets the rules, and is common', async (password) => {
  expect(validatePassword(password)).toBeUndefined();
  expect(await isCommonPassword(password)).toBe(true);
});

test.each([
  password,
  'Nouveau#2026',
  'Password8f$K2x!93q',
  'My Welcome mat is 20 years old!',
  'Xk3$9Qa',
  '12!34#56A',
])('%s is not common', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});

test('common passwords are refused at sign-up, reset and change', async () => {
  const email = 'common@mail.com';
  const common = 'Welcome#2024';
  expect(outcome(await identity.signUp({ email, password: common }))).toEqual(refused);
  const { status, body } = await identity.signUp({ email, password });
  expect(status).toBe(200);

  const passwords = { currentPassword: password, newPassword: common };
  expect(outcome(await identity.post('/change-password', passwords, body.token))).toEqual(refused);
  await identity.post('/request-password-reset', { email });
  const token = identity.resets.at(-1)?.token;
  const reset = (newPassword: string) => identity.post('/reset-password', { token, newPassword });
  expect(outcome(await reset(common))).toEqual(refused);
  // A refusal uses up neither the link nor the password.
  const signedIn = await identity.post('/sign-in/email', { email, password });
  expect(signedIn.status).toBe(200);
  expect((await reset('Nouveau#2026')).status).toBe(200);
});

test('where it is not configured, any password that meets the rules is accepted', async () => {
  const lenient = await createTestIdentity();
  const { status } = await lenient.signUp({ email: 'any@mail.com', password: 'Welcome#2024' });
  expect(status).toBe(200);
  await lenient.close();
});
