import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestIdentity, type TestIdentity, validPassword } from '../test-identity.ts';

/*
 * Links and passwords that are used by two at the same time.
 */

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

const passwords = ['Another#2022', 'Third#2023', 'Fourth#2024'];

const signIn = async (email: string, password: string) =>
  (await identity.post('/sign-in/email', { email, password })).status;

describe('used by several at once,', () => {
  test('a link for a new password sets one, and no session of before goes on', async () => {
    const email = 'ada@mail.com';
    const { body } = await identity.signUp({ email });
    await identity.post('/request-password-reset', { email });
    const token = identity.resets.at(-1)?.token;
    const results = await Promise.all(
      passwords.map((newPassword) => identity.post('/reset-password', { token, newPassword })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const works = await Promise.all(passwords.map((password) => signIn(email, password)));
    expect(works).toEqual(results.map(({ status }) => (status === 200 ? 200 : 401)));
    expect(await signIn(email, validPassword)).toBe(401);
    expect((await identity.get('/get-session', body.token)).body).toBeNull();
  });

  test('the current password leaves one new password, and not a session of the others', async () => {
    const email = 'bea@mail.com';
    await identity.signUp({ email });
    const sessions = await Promise.all(
      passwords.map(async () => {
        const body = { email, password: validPassword };
        return (await identity.post('/sign-in/email', body)).body.token;
      }),
    );
    await Promise.all(
      passwords.map((newPassword, i) =>
        identity.post(
          '/change-password',
          { currentPassword: validPassword, newPassword },
          sessions[i],
        ),
      ),
    );
    const before = await Promise.all(
      sessions.map(async (token) => (await identity.get('/get-session', token)).body),
    );
    expect(before).toEqual(passwords.map(() => null));
    const works = await Promise.all(passwords.map((password) => signIn(email, password)));
    expect(works.filter((status) => status === 200)).toHaveLength(1);
    expect(await signIn(email, validPassword)).toBe(401);
  });
});
