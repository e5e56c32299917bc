import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestIdentity, validPassword } from '../../../test/test-identity.ts';

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

const [before, next] = ['rana@mail.com', 'rana.new@mail.com'];

/** An account whose address has been confirmed. */
async function createAccount(options: Parameters<typeof createTestIdentity>[0] = {}) {
  const identity = await createTestIdentity(options);
  onTestFinished(() => identity.close());
  const { body } = await identity.signUp();
  const { db, post, emailChanges } = identity;
  await db.execute(sql`update identity."user" set email_verified = true`);
  const request = (newEmail: string, token = body.token) =>
    post('/change-email', { newEmail }, token);
  const follow = (token = emailChanges.at(-1)) =>
    post('/change-email/follow', { token: token && 'token' in token ? token.token : '' });
  const signIn = async (email: string, password = validPassword) =>
    (await post('/sign-in/email', { email, password })).status;
  const account = async () => {
    const { rows } = await db.execute(
      sql`select email, email_verified from identity."user" where id = ${body.user.id}`,
    );
    return rows[0];
  };
  const isActive = async (token = body.token) =>
    (await identity.get('/get-session', token)).body !== null;
  return { ...identity, uid: body.user.id, request, follow, signIn, account, isActive };
}

/** Changes the address, with both links. */
async function change(account: Awaited<ReturnType<typeof createAccount>>) {
  await account.request(next);
  await account.follow();
  return account.follow();
}

test('the address changes when both mailboxes have agreed, and all sessions end', async () => {
  const applied: { uid: string; email: string }[] = [];
  const account = await createAccount({
    applyEmailChange: async (_tx, change) => applied.push(change) > 0,
  });
  const { request, follow, emailChanges, isActive, signIn, uid } = account;
  expect((await request(' Rana.New@mail.com ')).body).toEqual({ mailed: 'old' });
  expect(emailChanges).toMatchObject([{ step: 'requested', to: before }]);
  expect((await follow()).body).toEqual({ outcome: 'confirmed' });
  expect(emailChanges.at(-1)).toMatchObject({ step: 'confirmed', to: next });
  expect([applied, await signIn(before), await isActive()]).toEqual([[], 200, true]);

  expect((await follow()).body).toEqual({ outcome: 'changed' });
  expect(applied).toEqual([{ uid, email: next }]);
  expect(emailChanges.at(-1)).toMatchObject({ step: 'changed', to: before });
  expect(await account.account()).toEqual({ email: next, email_verified: true });
  expect([await isActive(), await signIn(before), await signIn(next)]).toEqual([false, 401, 200]);
});

test('every link works once, also if it is opened twice at the same time', async () => {
  const { request, follow, emailChanges } = await createAccount();
  await request(next);
  const [first] = emailChanges;
  const statuses = (await Promise.all([follow(first), follow(first)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 422]);
  expect(emailChanges.map(({ step }) => step)).toEqual(['requested', 'confirmed']);
  expect((await follow(first)).status).toBe(422);
});

test('the old address takes the change back, and the password stops working', async () => {
  const account = await createAccount();
  await change(account);
  const back = account.emailChanges.at(-1);
  // Somebody who took the account over moves on, and asks for a new password.
  const { body } = await account.post('/sign-in/email', { email: next, password: validPassword });
  await account.request('further@mail.com', body.token);
  await account.post('/request-password-reset', { email: next });
  expect((await account.follow(back)).body).toEqual({ outcome: 'reverted' });
  expect(await account.account()).toEqual({ email: before, email_verified: true });
  expect(await account.isActive(body.token)).toBe(false);
  expect([await account.signIn(before), await account.signIn(next)]).toEqual([401, 401]);
  expect((await account.follow(account.emailChanges.at(-2))).status).toBe(422);
  const reset = { token: account.resets[0]?.token, newPassword: 'Another#2022' };
  expect((await account.post('/reset-password', reset)).status).toBe(400);

  await account.post('/request-password-reset', { email: before });
  const own = { token: account.resets.at(-1)?.token, newPassword: 'Another#2023' };
  expect((await account.post('/reset-password', own)).status).toBe(200);
  expect(await account.signIn(before, 'Another#2023')).toBe(200);
});

test('the old address is reserved while it can take the change back', async () => {
  const account = await createAccount();
  await change(account);
  const { post, db, signUp, request, emailChanges } = account;
  expect((await signUp()).body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
  const other = await signUp({ email: 'other@mail.com' });
  await db.execute(
    sql`update identity."user" set email_verified = true where email = 'other@mail.com'`,
  );
  await request(before, other.body.token);
  await post('/change-email/follow', {
    token: (emailChanges.at(-1) as { token: string }).token,
  });
  expect(emailChanges.at(-1)).toMatchObject({ step: 'requested', to: 'other@mail.com' });
  await db.execute(
    sql`update identity.email_change set expires_at = now() where state = 'changed'`,
  );
  expect((await signUp()).status).toBe(200);
});

test('the address of another account gets no mail, and nobody learns that it has one', async () => {
  const { request, follow, emailChanges, signUp } = await createAccount();
  await signUp({ email: 'other@mail.com' });
  expect(await request('other@mail.com')).toMatchObject({ status: 200, body: { mailed: 'old' } });
  expect((await follow()).body).toEqual({ outcome: 'confirmed' });
  expect(emailChanges.map(({ to }) => to)).toEqual([before]);
});

test('an address that somebody took meanwhile is refused, and nothing changes', async () => {
  const account = await createAccount();
  await account.request(next);
  await account.follow();
  await account.signUp({ email: next });
  expect(await account.follow()).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  expect(await account.account()).toMatchObject({ email: before });

  const refused = await createAccount({ applyEmailChange: async () => false });
  expect(await change(refused)).toMatchObject({ status: 409 });
  expect(await refused.account()).toMatchObject({ email: before });
  expect(await refused.isActive()).toBe(true);
});

test('of two accounts that change to one address at the same time, one gets it', async () => {
  const bothChecked = Promise.withResolvers<void>();
  let checked = 0;
  const account = await createAccount({
    applyEmailChange: async () => {
      if (++checked === 2) bothChecked.resolve();
      await bothChecked.promise;
      return true;
    },
  });
  const { db, emailChanges, follow, request, signUp } = account;
  const other = await signUp({ email: 'other@mail.com' });
  await db.execute(sql`update identity."user" set email_verified = true`);
  const links = [];
  for (const token of [undefined, other.body.token]) {
    await request(next, token);
    await follow();
    links.push(emailChanges.at(-1));
  }
  const responses = await Promise.all(links.map((link) => follow(link)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('EMAIL_TAKEN');
});

test('an address that was never confirmed neither has to agree nor takes the change back', async () => {
  const account = await createAccount();
  await account.db.execute(sql`update identity."user" set email_verified = false`);
  expect((await account.request(next)).body).toEqual({ mailed: 'new' });
  expect(account.emailChanges).toMatchObject([{ step: 'confirmed', to: next }]);
  expect((await account.follow()).body).toEqual({ outcome: 'changed' });
  expect(account.emailChanges.at(-1)).toEqual({
    step: 'changed',
    uid: account.uid,
    ipAddress: '127.0.0.1',
    to: before,
    token: undefined,
  });
  expect(await account.signIn(next)).toBe(200);
});

test('a change needs a recent sign-in, an address, and is limited', async () => {
  const account = await createAccount({ rateLimitScale: 0.4 });
  const { request, db, post, follow } = account;
  expect((await request('no address')).status).toBe(422);
  expect((await post('/change-email', { newEmail: next })).status).toBe(401);
  expect((await request(before)).body).toEqual({ mailed: 'unchanged' });
  await db.execute(sql`update identity.session set created_at = now() - interval '16 minutes'`);
  expect(await request(next)).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
  await db.execute(sql`update identity.session set created_at = now()`);
  expect((await request(next)).status).toBe(200);
  expect((await request(next)).status).toBe(429);
  await db.execute(sql`update identity.email_change set expires_at = now()`);
  expect((await follow()).status).toBe(422);
});
