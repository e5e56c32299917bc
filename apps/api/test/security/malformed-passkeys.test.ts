import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createAuthenticator } from '../../src/adapters/identity/passkeys.fixture.ts';
import { newId } from '../../src/platform/ids.ts';
import { createTestIdentity, type TestIdentity } from '../test-identity.ts';

/*
 * Responses of authenticators that are malformed, or of another account.
 */

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

let identity: TestIdentity;

beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

test.each([
  ['is not readable', () => 'AAAA'],
  ['is nested without end', () => Buffer.alloc(3000, 0x81).toString('base64url')],
  ['is of another account', (own: string) => own],
])('a passkey that %s is refused, and is no error of the server', async (_how, attest) => {
  const signUp = async () =>
    (await identity.signUp({ email: `${newId()}@mail.com` })).body.token as string;
  const authenticator = createAuthenticator(identity);
  await authenticator.add(await signUp());
  const token = await signUp();
  const { options, challenge } = (await identity.post('/passkeys/add/options', {}, token)).body;
  const { response, ...credential } = authenticator.register(options.challenge);
  const attestationObject = attest(String(response.attestationObject));
  const sent = { ...credential, response: { ...response, attestationObject } };
  const { status, body } = await identity.post(
    '/passkeys/add',
    { challenge, response: sent },
    token,
  );
  expect([status, body.code]).toEqual([400, 'FAILED_TO_VERIFY_REGISTRATION']);
  expect((await identity.get('/passkeys', token)).body.passkeys).toEqual([]);
});

test('a passkey that the database does not store is an error of the server', async () => {
  let isDown = false;
  const failing = await createTestIdentity({
    notifyPasskey: async () => {
      if (isDown) throw new Error('the database is gone');
    },
  });
  onTestFinished(() => failing.close());
  const { body } = await failing.signUp({ email: `${newId()}@mail.com` });
  const token = body.token as string;
  isDown = true;
  const authenticator = createAuthenticator(failing);
  expect((await authenticator.tryToAdd(token)).status).toBe(500);
  expect((await failing.get('/passkeys', token)).body.passkeys).toEqual([]);
  isDown = false;
  await authenticator.add(token);
});
