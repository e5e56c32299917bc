import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestIdentity, validPassword } from '../../../test/test-identity.ts';
import { createMemoryStore } from '../../platform/rate-limits/index.ts';

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

const agents = { home: 'Mozilla/5.0 (Windows NT 10.0) Firefox/143.0', phone: 'a phone' };

/** An account with two sessions. */
async function createAccount(options: Parameters<typeof createTestIdentity>[0] = {}) {
  const identity = await createTestIdentity({ trustProxy: true, ...options });
  onTestFinished(() => identity.close());
  const { body } = await identity.signUp();
  const signIn = async (agent: string, ip: string, password = validPassword) =>
    identity.postWithHeaders(
      '/sign-in/email',
      { email: 'rana@mail.com', password },
      { 'user-agent': agent, 'x-forwarded-for': ip },
    );
  const home = (await signIn(agents.home, '203.0.113.7')).body.token;
  const phone = (await signIn(agents.phone, '203.0.113.8')).body.token;
  await identity.post('/sign-out', {}, body.token);
  const sessions = async (token: string) => (await identity.get('/sessions', token)).body.sessions;
  const isActive = async (token: string) =>
    (await identity.get('/get-session', token)).body !== null;
  return { ...identity, signIn, home, phone, sessions, isActive };
}

test('users see their sessions, with device and place of the last use', async () => {
  const { home, sessions, publicUrl, get } = await createAccount();
  expect(await sessions(home)).toMatchObject([
    { current: false, deviceName: 'Unknown device', ipAddress: '203.0.113.8' },
    { current: true, deviceName: 'Firefox on Windows', ipAddress: '203.0.113.7' },
  ]);
  await fetch(`${publicUrl}/identity/token`, {
    headers: { authorization: `Bearer ${home}`, 'x-forwarded-for': '198.51.100.1' },
  });
  const [used] = await sessions(home);
  expect(used).toMatchObject({ current: true, ipAddress: '198.51.100.1' });
  expect(Object.keys(used ?? {})).not.toContain('token');
  expect((await get('/sessions')).status).toBe(401);
});

test('ending a session, or all others, ends it at once and no other', async () => {
  const { home, phone, sessions, isActive, post, signUp, identity, get } = await createAccount();
  const stranger = (await signUp({ email: 'stranger@mail.com' })).body.token;
  const { token: idToken } = (await get('/token', phone)).body;
  const claims = await identity.verifyIdToken(idToken);
  const { id } = (await sessions(home)).find(({ current }) => !current) ?? { id: '' };
  const end = async (which: string, token: string) =>
    (await post('/sessions/end', { id: which }, token)).body;
  expect(await end(id, stranger)).toEqual({ ended: 0 });
  expect(await isActive(phone)).toBe(true);
  expect(await end(id, home)).toEqual({ ended: 1 });
  expect(await isActive(phone)).toBe(false);
  expect(claims && (await identity.isSessionActive(claims))).toBe(false);

  const { token: third } = (
    await post('/sign-in/email', {
      email: 'rana@mail.com',
      password: validPassword,
    })
  ).body;
  expect(await end('others', third)).toEqual({ ended: 1 });
  expect(await Promise.all([home, third, stranger].map(isActive))).toEqual([false, true, true]);
  expect((await post('/sessions/end', { id: 'others' })).status).toBe(401);
});

test('a session that has expired is not listed', async () => {
  const { home, phone, sessions, db } = await createAccount();
  const { id } = (await sessions(home)).find(({ current }) => current) ?? { id: '' };
  await db.execute(
    sql`update identity.session set "expires_at" = now() - interval '1 second' where id = ${id}`,
  );
  expect(await sessions(phone)).toHaveLength(1);
});

test('changing the password needs the current one, ends all other sessions and tells the owner', async () => {
  const { home, phone, isActive, post, signIn, changedPasswords } = await createAccount();
  const change = (currentPassword: string, newPassword: string, token = home) =>
    post('/change-password', { currentPassword, newPassword }, token);
  expect(await change('Wrong#2021', 'Another#2022')).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PASSWORD', message: 'The current password is not right' },
  });
  expect((await change(validPassword, 'weak')).body.code).toBe('INVALID_PASSWORD_RULE');
  expect((await change(validPassword, 'Another#2022', 'forged')).status).toBe(401);
  expect(changedPasswords).toEqual([]);

  const { status, body } = await change(validPassword, 'Another#2022');
  expect(status).toBe(200);
  expect(await Promise.all([home, phone, body.token].map(isActive))).toEqual([false, false, true]);
  expect(changedPasswords).toMatchObject([{ email: 'rana@mail.com' }]);
  expect((await signIn(agents.home, '203.0.113.7')).status).toBe(401);
  expect((await signIn(agents.home, '203.0.113.7', 'Another#2022')).status).toBe(200);
});

test('a change of the password needs a sign-in at most 15 minutes ago', async () => {
  const { home, phone, isActive, post, signIn, changedPasswords, db } = await createAccount();
  const age = (minutes: number) =>
    db.execute(
      sql`update identity.session set created_at = now() - make_interval(mins => ${minutes})`,
    );
  const change = () =>
    post('/change-password', { currentPassword: validPassword, newPassword: 'Another#2022' }, home);
  await age(16);
  expect(await change()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
  expect(await Promise.all([home, phone].map(isActive))).toEqual([true, true]);
  expect(changedPasswords).toEqual([]);
  expect((await signIn(agents.home, '203.0.113.7')).status).toBe(200);
  await age(14);
  expect((await change()).status).toBe(200);
});

test('with a stolen session the password cannot be guessed', async () => {
  const store = createMemoryStore();
  const { home, post } = await createAccount({
    rateLimitScale: 1,
    createRateLimiter: (rule) =>
      store.create(rule.name === 'login' ? { ...rule, max: 3 } : { ...rule, max: 100 }),
  });
  const statuses = [];
  for (let n = 0; n < 4; n++) {
    const body = { currentPassword: `Wrong#202${n}`, newPassword: 'Another#2022' };
    statuses.push((await post('/change-password', body, home)).status);
  }
  expect(statuses).toEqual([400, 400, 400, 429]);
});

test('the owner is notified when a mailed link has set a new password', async () => {
  const { post, resets, changedPasswords } = await createAccount();
  await post('/request-password-reset', { email: 'rana@mail.com' });
  await post('/reset-password', { token: resets[0]?.token, newPassword: 'Another#2022' });
  expect(changedPasswords).toMatchObject([{ email: 'rana@mail.com' }]);
});
