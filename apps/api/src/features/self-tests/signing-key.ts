import { createECDH } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { deriveKey } from '../../platform/encryption.ts';
import type { Settings } from '../../settings.ts';

type KeySettings = Pick<Settings, 'imeiSecret'>;

const algorithm = 'ES256';

/**
 * The key pair of the signatures. It is derived from the secret that stays for as long as the data of
 * devices does, so that every replica has the same key, and old reports stay verifiable.
 */
function keyPair({ imeiSecret }: KeySettings): JWK & { readonly d: string } {
  const ecdh = createECDH('prime256v1');
  // Throws for 2 in 2^32 secrets, whose key is not a number of the curve.
  ecdh.setPrivateKey(deriveKey(imeiSecret, 'self-test signature'));
  const point = ecdh.getPublicKey();
  const encode = (bytes: Buffer) => bytes.toString('base64url');
  return {
    kty: 'EC',
    crv: 'P-256',
    x: encode(point.subarray(1, 33)),
    y: encode(point.subarray(33, 65)),
    d: encode(ecdh.getPrivateKey()),
  };
}

/** The public key, with which anybody verifies a report. */
export async function publicKey(settings: KeySettings) {
  const { x = '', y = '' } = keyPair(settings);
  const key = { kty: 'EC', crv: 'P-256', x, y } as const;
  return { ...key, kid: await calculateJwkThumbprint(key), alg: algorithm, use: 'sig' };
}

/** Signs a report (JWS, RFC 7515, compact). */
export async function signReport(settings: KeySettings, report: object): Promise<string> {
  const { kid } = await publicKey(settings);
  const key = await importJWK(keyPair(settings), algorithm);
  return new CompactSign(new TextEncoder().encode(JSON.stringify(report)))
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JOSE' })
    .sign(key);
}
