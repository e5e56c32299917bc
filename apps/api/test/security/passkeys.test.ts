import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../src/adapters/identity/passkeys.fixture.ts';
import { codeOf, enrol } from '../../src/adapters/identity/two-factor.fixture.ts';
import { identityPasskeys, identitySessions } from '../../src/db/schema/identity.ts';
import { newId } from '../../src/platform/ids.ts';
import { createTestIdentity, type TestIdentity, validPassword } from '../test-identity.ts';

/*
 * Passkeys of an account whose second factor the attacker does not have.
 */

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

let identity: TestIdentity;

beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

/** An account with a passkey and, by default, an authenticator app; and what the password alone gives. */
async function createAccount({ hasApp = true } = {}) {
  const email = `${newId()}@mail.com`;
  const { user, token } = (await identity.signUp({ email })).body;
  const authenticator = createAuthenticator(identity);
  const { id } = await authenticator.add(token);
  const { secret } = hasApp ? await enrol(identity, token) : { secret: '' };
  const { challenge } = (await identity.post('/sign-in/email', { email, password: validPassword }))
    .body;
  return { uid: user.id, email, token, authenticator, id, secret, challenge };
}
const passkeysOf = (uid: string) =>
  identity.db
    .select({ id: identityPasskeys.id, name: identityPasskeys.name })
    .from(identityPasskeys)
    .where(eq(identityPasskeys.userId, uid));
const makeOld = async (token: string) => {
  const { sid } = decodeJwt((await identity.get('/token', token)).body.token);
  await identity.db
    .update(identitySessions)
    .set({ createdAt: sql`now() - interval '16 minutes'` })
    .where(eq(identitySessions.id, String(sid)));
};
/** Begins to add a passkey. */
const begin = async (token: string) =>
  (await identity.post('/passkeys/add/options', {}, token)).body;

describe('passkeys are neither read, added, renamed nor removed', () => {
  test('with the password alone, whatever the challenge of the second step is presented as', async () => {
    const { uid, challenge, id, token, secret } = await createAccount();
    const before = await passkeysOf(uid);
    const cookies = ['session_token', 'two_factor', 'passkey'].map(
      (name) => `redial.${name}=${challenge}; better-auth.${name}=${challenge}`,
    );
    const presented = [
      { authorization: `Bearer ${challenge}` },
      { authorization: `Bearer ${challenge.split('.')[0]}` },
      ...cookies.map((cookie) => ({ cookie })),
    ];
    const bodies = { id, name: 'Mine', challenge, response: { id: 'x' } };
    for (const headers of presented) {
      for (const path of ['/add/options', '/add', '/rename', '/remove']) {
        const sent = await identity.postWithHeaders(`/passkeys${path}`, bodies, headers);
        expect(sent.status, path).toBe(401);
      }
      const listed = await fetch(`${identity.publicUrl}/identity/passkeys`, { headers });
      expect(listed.status).toBe(401);
    }
    expect(await passkeysOf(uid)).toEqual(before);
    // The challenge was good all the time.
    const verified = await identity.post('/two-factor/verify', {
      challenge,
      code: await codeOf(secret, 0),
    });
    expect(verified.status).toBe(200);
    expect((await identity.get('/passkeys', token)).body.passkeys).toHaveLength(1);
  });

  test('with a challenge of the second step as the answer to one of a passkey, or the other way round', async () => {
    const { uid, challenge, authenticator, token } = await createAccount();
    const { options } = await begin(token);
    const response = authenticator.authenticate(options.challenge);
    for (const path of ['/passkeys/sign-in', '/passkeys/add']) {
      const { status, body } = await identity.post(path, { challenge, response }, token);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(body.token, path).toBeUndefined();
    }
    const own = await identity.post('/passkeys/sign-in/options', {});
    const crossed = { challenge: own.body.challenge, code: '000000' };
    expect((await identity.post('/two-factor/verify', crossed)).status).toBe(401);
    expect(await passkeysOf(uid)).toHaveLength(1);
  });

  test('in a session that has become old between the beginning and the answer', async () => {
    const { uid, token } = await createAccount();
    const other = createAuthenticator(identity);
    const added = async (isOld: boolean) => {
      const { options, challenge } = await begin(token);
      if (isOld) await makeOld(token);
      // What an authenticator makes of the options, without asking for others.
      const response = other.register(options.challenge);
      return identity.post('/passkeys/add', { challenge, response }, token);
    };
    expect(await added(true)).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    expect(await passkeysOf(uid)).toHaveLength(1);
    await identity.db.update(identitySessions).set({ createdAt: sql`now()` });
    expect((await added(false)).status).toBe(200);
    expect(await passkeysOf(uid)).toHaveLength(2);
  });

  test('by what another account began, or with the credential of another account', async () => {
    const [victim, attacker] = [await createAccount(), await createAccount({ hasApp: false })];
    const begunByAttacker = await begin(attacker.token);
    const begunByVictim = await begin(victim.token);
    const fresh = createAuthenticator(identity);
    for (const [begun, token] of [
      [begunByAttacker, victim.token],
      [begunByVictim, attacker.token],
    ] as const) {
      const response = fresh.register(begun.options.challenge);
      const body = { challenge: begun.challenge, response };
      expect((await identity.post('/passkeys/add', body, token)).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    // The attacker registers a key of its own under the id of the victim's credential.
    const twin = createAuthenticator(identity, victim.authenticator.credentialId);
    expect((await twin.tryToAdd(attacker.token)).status).toBeGreaterThanOrEqual(400);
    expect(await passkeysOf(attacker.uid)).toEqual([expect.objectContaining({ id: attacker.id })]);
    expect(await passkeysOf(victim.uid)).toEqual([expect.objectContaining({ id: victim.id })]);
    expect((await twin.signIn()).status).toBeGreaterThanOrEqual(400);
    const own = await victim.authenticator.signIn();
    expect(own.body.user.id).toBe(victim.uid);
  });

  test('by calls of the library that ask for no recent sign-in', async () => {
    const { uid, token, id } = await createAccount({ hasApp: false });
    await makeOld(token);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const path of [
      '/passkey/generate-register-options',
      '/passkey/generate-authenticate-options',
      '/passkey/verify-registration',
      '/passkey/verify-authentication',
      '/passkey/list-user-passkeys',
      '/passkey/delete-passkey',
      '/passkey/update-passkey',
      '/passkey//delete-passkey',
      '/%70asskey/delete-passkey',
      '/delete-user',
      '/set-password',
      '/link-social',
      '/unlink-account',
      '/revoke-sessions',
      '/update-session',
      '/admin/impersonate-user',
      '/sign-in/magic-link',
      '/sign-in/anonymous',
    ]) {
      for (const method of ['GET', 'POST']) {
        const body = JSON.stringify({ id, name: 'Mine', newPassword: validPassword });
        const response = await fetch(`${identity.publicUrl}/identity${path}`, {
          method,
          headers,
          ...(method === 'POST' ? { body } : {}),
        });
        expect(response.status, `${method} ${path}`).toBe(404);
      }
    }
    expect(await passkeysOf(uid)).toEqual([expect.objectContaining({ id })]);
  });
});
