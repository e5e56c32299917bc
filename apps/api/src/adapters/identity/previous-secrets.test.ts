import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createTestIdentity, type TestIdentity } from '../../../test/test-identity.ts';
import { createAuthenticator } from './passkeys.fixture.ts';
import { codeOf, enrol } from './two-factor.fixture.ts';

const oldSecret = 'the old secret of the tests, long enough';
const newSecret = 'the new secret of the tests, long enough';

async function open(options: Parameters<typeof createTestIdentity>[0]): Promise<TestIdentity> {
  const identity = await createTestIdentity(options);
  onTestFinished(() => identity.close());
  return identity;
}

/** The provider before a change of the secret, during it and after the removal of the old one. */
async function openThree() {
  const before = await open({ secret: oldSecret });
  const shared = { db: before.db, publicUrl: before.publicUrl, secret: newSecret };
  return {
    before,
    during: await open({ ...shared, previousSecrets: [oldSecret] }),
    after: await open({ ...shared, previousSecrets: [] }),
  };
}

/** The form of a session token in cookies and in the `set-auth-token` header of Better Auth. */
const sign = (token: string, secret: string): string =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

const sessionOf = async ({ get }: TestIdentity, token: string) =>
  (await get('/get-session', token)).body;

test('sessions survive a change of the secret by cookie and by signed token, until the old one is removed', async () => {
  const { before, during, after } = await openThree();
  const { token } = (await before.signUp()).body;
  const signed = sign(token, oldSecret);
  const cookie = `redial.session_token=${encodeURIComponent(signed)}`;
  const byCookie = async ({ postWithHeaders }: TestIdentity) =>
    (await postWithHeaders('/update-user', { name: 'Rana' }, { cookie })).status;

  expect(await sessionOf(before, signed)).toMatchObject({ user: { email: 'rana@mail.com' } });
  expect(await sessionOf(during, signed)).toMatchObject({ user: { email: 'rana@mail.com' } });
  expect(await sessionOf(after, signed)).toBeNull();
  expect(await sessionOf(after, token)).toMatchObject({ user: { email: 'rana@mail.com' } });
  expect([await byCookie(before), await byCookie(during), await byCookie(after)]).toEqual([
    200, 200, 401,
  ]);
});

test('a value that no secret has signed is not signed again', async () => {
  const { before, during } = await openThree();
  const { token } = (await before.signUp()).body;
  const forged = sign(token, 'a secret of somebody else, long enough');
  expect(await sessionOf(during, forged)).toBeNull();
});

test('ID tokens survive, and new ones are signed by a key of the new secret', async () => {
  const { before, during, after } = await openThree();
  const { token } = (await before.signUp()).body;
  const idToken = (await before.get('/token', token)).body.token;
  const renewed = (await during.get('/token', token)).body.token;
  expect(await during.identity.verifyIdToken(idToken)).toMatchObject({ email: 'rana@mail.com' });
  expect(await during.identity.verifyIdToken(renewed)).toMatchObject({ email: 'rana@mail.com' });
  expect(await after.identity.verifyIdToken(renewed)).toMatchObject({ email: 'rana@mail.com' });
  expect(await after.identity.verifyIdToken(idToken)).toBeUndefined();
});

test('a link that verifies an address survives until the old secret is removed', async () => {
  const { before, during, after } = await openThree();
  const { token } = (await before.signUp()).body;
  await before.post('/send-verification-email', {}, token);
  const link = { token: before.verifications.at(-1)?.token ?? '' };
  expect((await after.post('/verify-email', link)).status).not.toBe(200);
  expect((await during.post('/verify-email', link)).status).toBe(200);
  expect(await sessionOf(before, token)).toMatchObject({ user: { emailVerified: true } });
});

test('a link that ends the sessions on a device survives until the old secret is removed', async () => {
  const { before, during, after } = await openThree();
  await before.signUp();
  const device = { 'user-agent': 'Another browser' };
  const about = { email: 'rana@mail.com', password: 'Redial#2021' };
  await before.postWithHeaders('/sign-in/email', about, device);
  const link = { token: before.newDevices.at(-1)?.endToken ?? '' };
  expect((await after.post('/sessions/end-device', link)).status).toBe(422);
  expect((await during.post('/sessions/end-device', link)).body).toMatchObject({ ended: 1 });
});

test('a sign-in that waits for the code of the app is finished with both secrets, not with the new one only', async () => {
  const before = await open({ secret: oldSecret });
  const { token } = (await before.signUp()).body;
  const { secret } = await enrol(before, token);
  const about = { email: 'rana@mail.com', password: 'Redial#2021' };
  const { challenge } = (await before.post('/sign-in/email', about)).body;
  const shared = { db: before.db, publicUrl: before.publicUrl, secret: newSecret };
  const during = await open({ ...shared, previousSecrets: [oldSecret] });
  const after = await open({ ...shared, previousSecrets: [] });
  const forged = `${challenge.split('.')[0]}.${'A'.repeat(43)}%3D`;
  const verify = async ({ post }: TestIdentity, sent: string, step: number) =>
    (await post('/two-factor/verify', { challenge: sent, code: await codeOf(secret, step) }))
      .status;
  expect(await verify(after, challenge, 0)).toBe(401);
  expect(await verify(during, forged, 0)).toBe(401);
  expect(await verify(during, challenge, 1)).toBe(200);
});

test('a sign-in with a passkey that was begun with the old secret is finished with both, not with the new one only', async () => {
  const { before, during, after } = await openThree();
  const authenticator = createAuthenticator(before);
  await authenticator.add((await before.signUp()).body.token);
  const { options, challenge } = (await before.post('/passkeys/sign-in/options', {})).body;
  const response = authenticator.authenticate(options.challenge);
  const finish = async ({ post }: TestIdentity) =>
    (await post('/passkeys/sign-in', { challenge, response })).status;
  expect(await finish(after)).not.toBe(200);
  expect(await finish(during)).toBe(200);
});

test('authenticator apps survive the removal of the old secret, too', async () => {
  const before = await open({ secret: oldSecret });
  const { token } = (await before.signUp()).body;
  const { secret } = await enrol(before, token);
  const shared = { db: before.db, publicUrl: before.publicUrl, secret: newSecret };
  const signIn = async ({ post }: TestIdentity, step: number) => {
    const about = { email: 'rana@mail.com', password: 'Redial#2021' };
    const { challenge } = (await post('/sign-in/email', about)).body;
    return (await post('/two-factor/verify', { challenge, code: await codeOf(secret, step) }))
      .status;
  };
  const removedAtOnce = await open({ ...shared, previousSecrets: [] });
  expect(await signIn(removedAtOnce, 0)).toBe(401);
  const during = await open({ ...shared, previousSecrets: [oldSecret] });
  expect(await signIn(during, 0)).toBe(200);
  const after = await open({ ...shared, previousSecrets: [] });
  expect(await signIn(after, 1)).toBe(200);
});

test('an authenticator app that is set up by a process with the old secret works with both', async () => {
  const { before, during } = await openThree();
  const { token } = (await before.signUp()).body;
  const { secret } = await enrol(before, token);
  const about = { email: 'rana@mail.com', password: 'Redial#2021' };
  const { challenge } = (await during.post('/sign-in/email', about)).body;
  const sent = { challenge, code: await codeOf(secret) };
  expect((await during.post('/two-factor/verify', sent)).status).toBe(200);
});
