import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestIdentity,
  type TestIdentity,
  validPassword,
} from '../../../test/test-identity.ts';
import { identityVerifications } from '../../db/schema/index.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

const newPassword = 'Another#2022';

async function askFor(email: string): Promise<string> {
  const { status } = await identity.post('/request-password-reset', { email });
  expect(status).toBe(200);
  return identity.resets.at(-1)?.token ?? '';
}

const signIn = (email: string, password: string) =>
  identity.post('/sign-in/email', { email, password });

test('the mailed link sets a new password, once, and ends every session', async () => {
  const { body } = await identity.signUp({ email: 'forgetful@mail.com' });
  const token = await askFor(' Forgetful@Mail.com ');
  expect(identity.resets.at(-1)).toEqual({
    uid: body.user.id,
    email: 'forgetful@mail.com',
    token,
  });

  const reset = await identity.post('/reset-password', { token, newPassword });
  expect(reset).toMatchObject({ status: 200, body: { status: true } });
  expect((await signIn('forgetful@mail.com', validPassword)).status).toBe(401);
  expect((await identity.get('/get-session', body.token)).body).toBeNull();
  const signedIn = await signIn('forgetful@mail.com', newPassword);
  // Using the mailed link proves access to the mailbox.
  expect(signedIn).toMatchObject({ status: 200, body: { user: { emailVerified: true } } });

  const again = await identity.post('/reset-password', { token, newPassword: 'Third#2023' });
  expect(again).toMatchObject({
    status: 400,
    body: {
      code: 'INVALID_TOKEN',
      message: 'This link has been used or has run out. Ask for a new one.',
    },
  });
});

test('an invalid new password does not consume the link', async () => {
  await identity.signUp({ email: 'rule@mail.com' });
  const token = await askFor('rule@mail.com');
  const weak = await identity.post('/reset-password', { token, newPassword: 'weak' });
  expect(weak).toMatchObject({ status: 422, body: { code: 'INVALID_PASSWORD_RULE' } });
  expect((await identity.post('/reset-password', { token, newPassword })).status).toBe(200);
});

test('an unknown address gets the same response in the same time, and no mail', async () => {
  await identity.signUp({ email: 'here@mail.com' });
  const ask = async (email: string) => {
    const before = performance.now();
    const { status, body } = await identity.post('/request-password-reset', { email });
    return { status, body, took: performance.now() - before };
  };
  const known = await ask('here@mail.com');
  const mails = identity.resets.length;
  const unknown = await ask('not-here@mail.com');
  expect({ ...unknown, took: 0 }).toEqual({ ...known, took: 0 });
  expect(identity.resets).toHaveLength(mails);
  expect(known.took).toBeGreaterThanOrEqual(295);
  expect(unknown.took).toBeGreaterThanOrEqual(295);
});

test("the stored hash does not reveal the link's token", async () => {
  await identity.signUp({ email: 'stolen@mail.com' });
  const token = await askFor('stolen@mail.com');
  const rows = await identity.db.select().from(identityVerifications);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a link with a missing or invalid token changes nothing', async () => {
  for (const token of [undefined, '', 'made-up']) {
    const { status } = await identity.post('/reset-password', { token, newPassword });
    expect(status).toBe(400);
  }
});
