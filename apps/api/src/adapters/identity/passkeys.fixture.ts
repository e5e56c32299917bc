import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { IdentityResponse, TestIdentity } from '../../../test/test-identity.ts';
import type { PasskeySummary } from './passkeys.ts';

/** Flags of authenticator data (Web Authentication Level 3, 6.1). */
const flags = {
  present: 0x01,
  verified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** Encodes the few types of CBOR that authenticators send: small integers, text, bytes and maps. */
function cbor(value: number | string | Buffer | ReadonlyMap<unknown, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key as number), cbor(item as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** How an authenticator deviates from one that is in order. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether it asked for a PIN, a fingerprint or a face. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
  /** Whether the page was in a frame of another site. */
  readonly crossOrigin?: boolean;
}

/**
 * An authenticator in software: it has one passkey, with an ES256 key.
 *
 * @param copiedId the credential of another authenticator, whose id it uses with a key of its own.
 */
export function createAuthenticator(
  { post, publicUrl }: Pick<TestIdentity, 'post' | 'publicUrl'>,
  copiedId?: string,
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = copiedId ? Buffer.from(copiedId, 'base64url') : randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (
    type: string,
    challenge: string,
    { origin = publicUrl, crossOrigin = false }: Deviation,
  ) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  const authenticatorData = (
    { rpId = new URL(publicUrl).hostname, isVerified = true, counter: given }: Deviation,
    extra: { flags: number; data: Buffer } = { flags: 0, data: Buffer.alloc(0) },
  ) => {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(given ?? counter);
    const set =
      flags.present |
      (isVerified ? flags.verified : 0) |
      flags.backupEligible |
      flags.backedUp |
      extra.flags;
    return Buffer.concat([sha256(rpId), Buffer.from([set]), count, extra.data]);
  };
  const toCredential = (response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  /** Answers the options of a registration. */
  const register = (challenge: string, deviation: Deviation = {}) => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, credentialId.length]);
    const data = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
    const authData = authenticatorData(deviation, { flags: flags.attested, data });
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return toCredential({
      clientDataJSON: clientData('webauthn.create', challenge, deviation).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  };

  /** Answers the options of a sign-in. */
  const authenticate = (challenge: string, deviation: Deviation = {}) => {
    const client = clientData('webauthn.get', challenge, deviation);
    const data = authenticatorData(deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
    return toCredential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  };

  const tryToAdd = async (token: string, deviation: Deviation = {}): Promise<IdentityResponse> => {
    const begun = await post('/passkeys/add/options', {}, token);
    if (begun.status !== 200) return begun;
    const { options, challenge } = begun.body;
    const response = register(deviation.challenge ?? options.challenge, deviation);
    return post('/passkeys/add', { challenge, response }, token);
  };

  return {
    credentialId: id,
    authenticate,
    register,
    tryToAdd,
    /** Adds the passkey to the account of a session. */
    async add(token: string): Promise<PasskeySummary> {
      const { status, body } = await tryToAdd(token);
      if (status !== 200) throw new Error(`the passkey was not added: ${JSON.stringify(body)}`);
      return body.passkey;
    },
    /** Signs in with the passkey. @param token of a session, for step-up authentication. */
    async signIn(deviation: Deviation = {}, token?: string): Promise<IdentityResponse> {
      const { options, challenge } = (await post('/passkeys/sign-in/options', {}, token)).body;
      const response = authenticate(deviation.challenge ?? options.challenge, deviation);
      return post('/passkeys/sign-in', { challenge, response }, token);
    },
  };
}
