import { jwtVerify, SignJWT } from 'jose';
import { deriveKey, verifyWithAny } from '../../platform/encryption.ts';

export interface EndLinkOptions {
  readonly publicUrl: string;
  readonly secret: string;
}

interface EndLinkVerification extends EndLinkOptions {
  readonly previousSecrets: readonly string[];
}

/** The sessions of an account on one device. */
export interface DeviceSessions {
  readonly uid: string;
  /** See `hashDevice`. */
  readonly device: string;
}

const algorithm = 'HS256';
const audience = 'end-sessions';
/** As long as a session lasts. */
const lifetime = '30d';

/**
 * Creates the token of a mailed link that ends the sessions on a device. It names the device instead of a
 * session, because a session is replaced when its password is changed.
 */
export const createEndToken = (
  options: EndLinkOptions,
  { uid, device }: DeviceSessions,
): Promise<string> =>
  new SignJWT({ device })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(uid)
    .setIssuer(options.publicUrl)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(keyOf(options));

/** @returns what the token ends, or `undefined` if it is invalid or expired. */
export const verifyEndToken = (
  options: EndLinkVerification,
  token: string,
): Promise<DeviceSessions | undefined> =>
  verifyWithAny([options.secret, ...options.previousSecrets], (secret) =>
    verifyEndTokenBy({ ...options, secret }, token),
  );

async function verifyEndTokenBy(
  options: EndLinkOptions,
  token: string,
): Promise<DeviceSessions | undefined> {
  try {
    const { payload } = await jwtVerify<{ device?: unknown }>(token, keyOf(options), {
      algorithms: [algorithm],
      issuer: options.publicUrl,
      audience,
      requiredClaims: ['sub', 'exp', 'device'],
    });
    const { sub, device } = payload;
    return sub && typeof device === 'string' ? { uid: sub, device } : undefined;
  } catch {
    return undefined;
  }
}

/** A key of its own, so that no other token that the secret signs is taken for one of these. */
export const keyOf = ({ secret }: Pick<EndLinkOptions, 'secret'>): Uint8Array =>
  deriveKey(secret, 'links that end sessions');
