import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestIdentity, validPassword } from '../../../test/test-identity.ts';
import { identitySessions, identityTwoFactors, identityUsers } from '../../db/schema/identity.ts';
import { createMemoryStore } from '../../platform/rate-limits/index.ts';
import { hashedRecoveryCodes } from './recovery-codes.ts';
import { account, codeOf, createAccount, device } from './two-factor.fixture.ts';

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

// The middle of a step: codes must not change while they are on their way.
beforeEach(() => {
  const step = Math.floor(Date.now() / 30_000);
  vi.useFakeTimers({ toFake: ['Date'], now: step * 30_000 + 15_000 });
});
afterEach(() => void vi.useRealTimers());

test('a second factor is on once a code of the app has confirmed it, and ends all other sessions', async () => {
  const identity = await createTestIdentity();
  onTestFinished(() => identity.close());
  const { post, get, db, twoFactorNotices } = identity;
  const { token, user } = (await identity.signUp()).body;
  const other = (await post('/sign-in/email', account)).body.token;
  const { secret, uri } = (await post('/two-factor/set-up', {}, token)).body;
  expect(uri).toBe(
    `otpauth://totp/Redial:rana%40mail.com?secret=${secret}&issuer=Redial&digits=6&period=30`,
  );
  const confirm = (code: string) => post('/two-factor/confirm', { code }, token);
  expect((await confirm('000000')).body.code).toBe('INVALID_CODE');
  expect((await get('/two-factor', token)).body).toMatchObject({ enabled: false });
  expect((await post('/sign-in/email', account)).body.token).not.toBeNull();

  const { body } = await confirm(await codeOf(secret));
  expect(body.recoveryCodes).toHaveLength(10);
  expect(new Set(body.recoveryCodes).size).toBe(10);
  expect((await get('/two-factor', token)).body).toMatchObject({
    enabled: true,
    recoveryCodesLeft: 10,
  });
  expect((await get('/get-session', token)).body).not.toBeNull();
  expect((await get('/get-session', other)).body).toBeNull();
  expect(twoFactorNotices).toEqual([
    { what: 'on', uid: user.id, email: 'rana@mail.com', ipAddress: '127.0.0.1' },
  ]);

  // Neither can be read in the database.
  const [row] = await db.select().from(identityTwoFactors);
  const stored = JSON.stringify(row);
  expect(stored).not.toContain(secret);
  for (const code of body.recoveryCodes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll('-', ''));
  }
  // Another set-up does not replace it.
  expect(await post('/two-factor/set-up', {}, token)).toMatchObject({ status: 409 });
  expect((await confirm(await codeOf(secret, 1))).status).toBe(422);
});

test('the password alone leads to no session, not even for the marketplace', async () => {
  const { post, get, isActive, db, uid, postWithHeaders } = await createAccount();
  const { status, body, headers } = await post('/sign-in/email', { ...account, device });
  expect({ status, body }).toEqual({
    status: 200,
    body: { token: null, challenge: expect.any(String) },
  });
  expect(headers.getSetCookie()).toEqual([]);
  expect(headers.get('set-auth-token')).toBeNull();
  const sessions = await db.select().from(identitySessions).where(eq(identitySessions.userId, uid));
  expect(sessions).toHaveLength(1);

  // The challenge is no session, as whatever it is presented.
  const { challenge } = body;
  expect(await isActive(challenge)).toBe(false);
  for (const path of ['/token', '/two-factor', '/sessions']) {
    expect((await get(path, challenge)).status, path).toBe(401);
  }
  const cookie = { cookie: `redial.session_token=${challenge}; redial.two_factor=${challenge}` };
  expect((await postWithHeaders('/two-factor/switch-off', {}, cookie)).status).toBe(401);
  expect((await postWithHeaders('/two-factor/set-up', {}, cookie)).status).toBe(401);
});

test('the code of the app completes a sign-in, once, also as "123 456"', async () => {
  const { signIn, verify, secret, isActive, get } = await createAccount();
  const challenge = await signIn();
  const code = await codeOf(secret);
  const { status, body } = await verify(challenge, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(status).toBe(200);
  expect(await isActive(body.token)).toBe(true);
  expect((await get('/token', body.token)).status).toBe(200);
  expect(await verify(challenge, await codeOf(secret, 1))).toMatchObject({
    status: 401,
    body: { code: 'SIGN_IN_EXPIRED' },
  });
});

test('a code that was used before, or an older one, is refused', async () => {
  const { signIn, verify, secret } = await createAccount();
  const [previous, code, next] = await Promise.all([-1, 0, 1].map((step) => codeOf(secret, step)));
  expect((await verify(await signIn(), code ?? '')).status).toBe(200);
  for (const used of [code, previous]) {
    expect((await verify(await signIn(), used ?? '')).body.code).toBe('INVALID_CODE');
  }
  expect((await verify(await signIn(), next ?? '')).status).toBe(200);
});

test('of two sign-ins at once with one code, one succeeds', async () => {
  const { signIn, verify, secret } = await createAccount();
  const challenges = [await signIn(), await signIn()];
  const code = await codeOf(secret);
  const statuses = await Promise.all(
    challenges.map(async (challenge) => (await verify(challenge, code)).status),
  );
  expect(statuses.toSorted()).toEqual([200, 401]);
});

test('a clock may differ by one step, and not by two', async () => {
  const { signIn, verify, secret, db } = await createAccount();
  for (const [step, status] of [
    [-2, 401],
    [2, 401],
    [-1, 200],
    [1, 200],
  ] as const) {
    await db.update(identityTwoFactors).set({ lastStep: null });
    expect((await verify(await signIn(), await codeOf(secret, step))).status, `${step}`).toBe(
      status,
    );
  }
});

test('a recovery code replaces the app once, however it is typed, and the owner is notified', async () => {
  const { signIn, verify, recoveryCodes, twoFactorNotices, get } = await createAccount();
  const [code = '', second = ''] = recoveryCodes;
  const { status, body } = await verify(await signIn(), ` ${code.toUpperCase()} `);
  expect(status).toBe(200);
  expect((await get('/two-factor', body.token)).body.recoveryCodesLeft).toBe(9);
  expect(twoFactorNotices.at(-1)).toMatchObject({ what: 'recovery-code-used', codesLeft: 9 });
  expect((await verify(await signIn(), code)).body.code).toBe('INVALID_BACKUP_CODE');
  expect((await verify(await signIn(), second.replaceAll('-', ''))).status).toBe(200);
  expect((await get('/two-factor', body.token)).body.recoveryCodesLeft).toBe(8);
});

test('of many sign-ins at once with one recovery code, one succeeds', async () => {
  const { signIn, verify, recoveryCodes, db } = await createAccount();
  const [code = ''] = recoveryCodes;
  const challenges = [];
  for (let n = 0; n < 4; n++) challenges.push(await signIn());
  const results = await Promise.all(challenges.map((challenge) => verify(challenge, code)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(results.filter(({ status }) => status >= 500)).toEqual([]);
  const [row] = await db.select().from(identityTwoFactors);
  expect(JSON.parse(row?.backupCodes ?? '')).toHaveLength(9);
});

test('a hash of a recovery code from a copy of the database is no code, and no code is stored as it is', async () => {
  const { signIn, verify, db } = await createAccount();
  const [row] = await db.select().from(identityTwoFactors);
  const [hash] = JSON.parse(row?.backupCodes ?? '');
  expect((await verify(await signIn(), hash)).status).toBe(401);
  await expect(hashedRecoveryCodes.encrypt('["k3fa-9mxp-h7qe-2wdz-u5tb-r8cn"]')).rejects.toThrow(
    'without',
  );
});

test('new recovery codes replace the old ones', async () => {
  const { signIn, verify, recoveryCodes, post, token, twoFactorNotices } = await createAccount();
  const { body } = await post('/two-factor/recovery-codes', {}, token);
  expect(body.recoveryCodes).toHaveLength(10);
  expect((await verify(await signIn(), recoveryCodes[0] ?? '')).status).toBe(401);
  expect((await verify(await signIn(), body.recoveryCodes[0] ?? '')).status).toBe(200);
  expect(twoFactorNotices).toContainEqual(expect.objectContaining({ what: 'codes-renewed' }));
});

test('a challenge is for five wrong codes, and an expired or changed one for none', async () => {
  const { signIn, verify, secret, db } = await createAccount();
  const challenge = await signIn();
  for (let n = 0; n < 5; n++) {
    expect((await verify(challenge, '000000')).body.code).toBe('INVALID_CODE');
  }
  expect((await verify(challenge, '000000')).body.code).toBe('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE');
  expect((await verify(challenge, await codeOf(secret))).body.code).toBe('SIGN_IN_EXPIRED');

  const changed = await signIn();
  const forged = `${changed.slice(0, -8)}${changed.at(-8) === 'A' ? 'B' : 'A'}${changed.slice(-7)}`;
  expect((await verify(forged, await codeOf(secret, 1))).status).toBe(401);
  await db.execute(sql`update identity.verification set expires_at = now() - interval '1 minute'`);
  expect((await verify(changed, await codeOf(secret, 1))).body.code).toBe('SIGN_IN_EXPIRED');
  for (const wrong of [
    '',
    'a; redial.session_token=b',
    '%E0%A4%A'.padEnd(30, 'x'),
    'x'.repeat(40),
  ]) {
    expect((await verify(wrong, '123456')).status, wrong).toBe(401);
  }
});

test('wrong codes are limited for account and network, and the owner is notified once a day', async () => {
  const store = createMemoryStore();
  const { signIn, postWithHeaders, secret, twoFactorNotices } = await createAccount({
    createRateLimiter: (rule) =>
      store.create(rule.name === 'two-factor' ? { ...rule, max: 3 } : rule),
  });
  const give = async (code: string, ip: string) =>
    (
      await postWithHeaders(
        '/two-factor/verify',
        { challenge: await signIn(), code },
        { 'x-forwarded-for': ip },
      )
    ).status;
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push(await give('000000', '203.0.113.7'));
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect(await give(await codeOf(secret), '203.0.113.7')).toBe(429);
  expect(twoFactorNotices.filter(({ what }) => what === 'refused')).toHaveLength(1);
  expect(await give(await codeOf(secret), '198.51.100.1')).toBe(200);
});

test('wrong codes from many networks lock the second step for a while, and recovery codes, too', async () => {
  const { signIn, verify, secret, recoveryCodes, db } = await createAccount();
  await db
    .update(identityTwoFactors)
    .set({ failedVerificationCount: 20_000, lockedUntil: new Date(Date.now() + 900_000) });
  for (const code of [await codeOf(secret), recoveryCodes[0] ?? '']) {
    expect(await verify(await signIn(), code)).toMatchObject({
      status: 429,
      body: { code: 'ACCOUNT_TEMPORARILY_LOCKED' },
    });
  }
});

test('a stolen session that is not recent can neither set up, nor switch off, nor make codes', async () => {
  const { post, token, makeOld, secret, get } = await createAccount();
  const fresh = await createTestIdentity();
  onTestFinished(() => fresh.close());
  const victim = (await fresh.signUp()).body.token;
  await fresh.db.update(identitySessions).set({ createdAt: sql`now() - interval '16 minutes'` });
  for (const path of ['/set-up', '/confirm']) {
    expect(await fresh.post(`/two-factor${path}`, {}, victim), path).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    });
  }
  await makeOld();
  const code = await codeOf(secret);
  for (const path of ['/switch-off', '/recovery-codes', '/set-up', '/confirm']) {
    expect(await post(`/two-factor${path}`, { code }, token), path).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    });
  }
  expect((await get('/two-factor', token)).body.enabled).toBe(true);
  expect((await get('/two-factor')).status).toBe(401);
});

test('the password alone does not make a session recent again', async () => {
  const { post, token, db, get } = await createAccount();
  const another = 'Another#2022';
  const change = () =>
    post('/change-password', { currentPassword: validPassword, newPassword: another }, token);
  const age = (minutes: number) =>
    db.update(identitySessions).set({ createdAt: sql`now() - make_interval(mins => ${minutes})` });
  await age(16);
  expect(await change()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
  await age(14);
  const changed = (await change()).body.token;
  const [session] = await db.select().from(identitySessions);
  expect(Date.now() - (session?.createdAt.getTime() ?? 0)).toBeGreaterThan(13 * 60_000);
  expect((await get('/two-factor', changed)).body.enabled).toBe(true);
});

test('switching off ends all other sessions, and the password is enough again', async () => {
  const { post, token, signIn, verify, secret, isActive, twoFactorNotices, db, uid, identity } =
    await createAccount();
  expect(await identity.hasSecondFactor?.({ uid })).toBe(true);
  const other = (await verify(await signIn(), await codeOf(secret))).body.token;
  expect((await post('/two-factor/switch-off', {}, token)).status).toBe(200);
  expect(await Promise.all([token, other].map(isActive))).toEqual([true, false]);
  expect(twoFactorNotices.at(-1)).toMatchObject({ what: 'off', email: 'rana@mail.com' });
  expect((await post('/sign-in/email', account)).body.token).toEqual(expect.any(String));
  expect(await db.select().from(identityTwoFactors)).toEqual([]);
  expect(await identity.hasSecondFactor?.({ uid })).toBe(false);
  expect((await post('/two-factor/switch-off', {}, token)).status).toBe(409);
  expect((await post('/two-factor/recovery-codes', {}, token)).status).toBe(409);
});

test('neither a new password nor a new address switches it off', async () => {
  const { post, resets, db, get, token, emailChanges, signIn } = await createAccount();
  await post('/change-email', { newEmail: 'new@mail.com' }, token);
  const [change] = emailChanges;
  await post('/change-email/follow', {
    token: change && 'token' in change ? change.token : undefined,
  });
  expect((await db.select().from(identityUsers))[0]?.email).toBe('new@mail.com');
  await post('/request-password-reset', { email: 'new@mail.com' });
  const newPassword = 'Another#2022';
  expect((await post('/reset-password', { token: resets[0]?.token, newPassword })).status).toBe(
    200,
  );
  expect(await signIn()).toBeUndefined();
  const { body } = await post('/sign-in/email', { email: 'new@mail.com', password: newPassword });
  expect(body).toEqual({ token: null, challenge: expect.any(String) });
  expect((await get('/token', body.challenge)).status).toBe(401);
});

test('a new password ends a sign-in that waits for its code', async () => {
  const { post, resets, token, signIn, verify, secret } = await createAccount();
  const changed = await signIn();
  const { status } = await post(
    '/change-password',
    { currentPassword: account.password, newPassword: 'Another#2022' },
    token,
  );
  expect(status).toBe(200);
  expect((await verify(changed, await codeOf(secret))).body.code).toBe('SIGN_IN_EXPIRED');

  const { body } = await post('/sign-in/email', { ...account, password: 'Another#2022' });
  await post('/request-password-reset', { email: account.email });
  await post('/reset-password', { token: resets[0]?.token, newPassword: 'Third#2022' });
  expect((await verify(body.challenge, await codeOf(secret))).body.code).toBe('SIGN_IN_EXPIRED');
});

test('the first step is no sign-in: a new device is announced after the second', async () => {
  const { post, secret, newDevices } = await createAccount();
  const elsewhere = { device: 'the-browser-of-a-phone' };
  const { challenge } = (await post('/sign-in/email', { ...account, ...elsewhere })).body;
  expect(newDevices).toEqual([]);
  await post('/two-factor/verify', { challenge, code: await codeOf(secret), ...elsewhere });
  expect(newDevices).toHaveLength(1);
  expect(newDevices[0]?.email).toBe('rana@mail.com');
});

test('the code is that of the account of the challenge, also if another user is signed in', async () => {
  const { signUp, signIn, secret, postWithHeaders, get } = await createAccount();
  const stranger = (await signUp({ email: 'stranger@mail.com' })).body.token;
  const challenge = await signIn();
  const headers = { authorization: `Bearer ${stranger}` };
  expect(
    (await postWithHeaders('/two-factor/verify', { challenge, code: '000000' }, headers)).status,
  ).toBe(401);
  const { body } = await postWithHeaders(
    '/two-factor/verify',
    { challenge, code: await codeOf(secret) },
    headers,
  );
  expect(body.token).not.toBe(stranger);
  expect((await get('/get-session', body.token)).body.user.email).toBe('rana@mail.com');
});

test('with another session secret the recovery codes still work', async () => {
  const { signIn, verify, recoveryCodes, db } = await createAccount();
  await db.update(identityTwoFactors).set({ secret: '00'.repeat(80) });
  expect((await verify(await signIn(), '123456')).body.code).toBe('SECOND_FACTOR_UNREADABLE');
  expect((await verify(await signIn(), recoveryCodes[0] ?? '')).status).toBe(200);
});

test('the endpoints of the library that change a second factor are not available', async () => {
  const { post, token } = await createAccount();
  for (const path of [
    'enable',
    'disable',
    'get-totp-uri',
    'verify-totp',
    'verify-backup-code',
    'generate-backup-codes',
    'send-otp',
  ]) {
    const body = { password: validPassword, code: '000000' };
    expect((await post(`/two-factor/${path}`, body, token)).status, path).toBe(404);
  }
});
