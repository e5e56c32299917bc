import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
