import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createIdTokenVerifier } from './id-token.ts';
import { createLocalJwks } from './local-jwks.ts';

const issuer = 'https://redial.test';
const audience = 'redial';
const { publicKey, privateKey } = await generateKeyPair('EdDSA');
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'EdDSA' };
const verify = createIdTokenVerifier({
  keys: createLocalJWKSet({ keys: [jwk] }),
  issuer,
  audience,
});

const claims = { email: 'Rana@Mail.com', email_verified: true, name: 'Rana' };

interface Changes {
  readonly claims?: JWTPayload;
  readonly issuer?: string;
  readonly audience?: string;
  readonly issuedAt?: number;
  readonly lifetime?: number;
  readonly kid?: string;
  readonly key?: CryptoKey;
}

/** A valid ID token with changed claims. */
function sign(changes: Changes = {}): Promise<string> {
  const issuedAt = changes.issuedAt ?? Math.floor(Date.now() / 1000);
  return new SignJWT({ sub: 'uid-1', ...claims, ...changes.claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: changes.kid ?? 'one' })
    .setIssuer(changes.issuer ?? issuer)
    .setAudience(changes.audience ?? audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (changes.lifetime ?? 900))
    .sign(changes.key ?? privateKey);
}

test('a valid token returns its claims, with a normalized e-mail address', async () => {
  expect(await verify(await sign())).toEqual({
    uid: 'uid-1',
    email: 'rana@mail.com',
    emailVerified: true,
    name: 'Rana',
    authTime: expect.closeTo(Date.now() / 1000, -2),
  });
});

test('an address counts as verified only if the claim is exactly true', async () => {
  const token = await sign({ claims: { email_verified: 'true' } });
  expect(await verify(token)).toMatchObject({ emailVerified: false });
});

const anotherKey = (await generateKeyPair('EdDSA')).privateKey;
const anHourAgo = Math.floor(Date.now() / 1000) - 3600;

test.each<[string, Changes]>([
  ['of another issuer', { issuer: 'https://evil.example' }],
  ['for another audience', { audience: 'another' }],
  ['that has run out', { issuedAt: anHourAgo }],
  ['signed by somebody else', { key: anotherKey }],
  ['with an unknown key', { kid: 'two' }],
  ['without an address', { claims: { email: undefined } }],
  ['with an address that is not plain ASCII', { claims: { email: '\u212aelvin@mail.com' } }],
  ['without a subject', { claims: { sub: '' } }],
])('a token %s is refused', async (_name, changes) => {
  expect(await verify(await sign(changes))).toBeUndefined();
});

test('an unsigned token is rejected', async () => {
  const unsigned = new UnsecuredJWT({ sub: 'uid-1', ...claims })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('15m')
    .encode();
  expect(await verify(unsigned)).toBeUndefined();
});

test('a token signed with the public key as a shared secret is rejected', async () => {
  const secret = new TextEncoder().encode(JSON.stringify(jwk));
  const token = await new SignJWT({ sub: 'uid-1', ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(secret);
  expect(await verify(token)).toBeUndefined();
});

test.each(['', 'nonsense', 'a.b.c', '..', 'é.é.é'])('"%s" is rejected', async (token) => {
  expect(await verify(token)).toBeUndefined();
});

test('unavailable keys cause an error rather than an invalid token', async () => {
  const lost = createIdTokenVerifier({
    keys: createLocalJwks(async () => {
      throw new Error('the database is away');
    }),
    issuer,
    audience,
  });
  await expect(lost(await sign())).rejects.toThrow('the database is away');
});

test('the keys are read once, and again for a key that is not among them', async () => {
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const published = [jwk];
  let reads = 0;
  const keys = createLocalJwks(async () => {
    reads++;
    return { keys: [...published] };
  });
  const check = createIdTokenVerifier({ keys, issuer, audience });
  const second = await generateKeyPair('EdDSA');
  const rotated = await sign({ kid: 'two', key: second.privateKey });

  expect(await check(await sign())).toBeDefined();
  expect(await check(await sign())).toBeDefined();
  expect(await check(rotated)).toBeUndefined();
  expect(reads).toBe(1);

  published.push({ ...(await exportJWK(second.publicKey)), kid: 'two', alg: 'EdDSA' });
  vi.setSystemTime(start + 6000);
  expect(await check(rotated)).toBeDefined();
  expect(await check(await sign())).toBeDefined();
  expect(reads).toBe(2);
});
