import { normalizeEmail } from '@redial/contract';
import { errors, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import type { IdentityClaims } from '../../ports/identity.ts';

/** Accepted difference between the issuer's clock and ours, in seconds. */
const clockToleranceSeconds = 60;
/** Accepted signature algorithms: asymmetric ones only, never `none`. */
const algorithms = ['EdDSA', 'ES256', 'RS256'];

/** jose's error codes for invalid tokens, as opposed to unavailable keys. */
const invalidTokenCodes = new Set<string>([
  errors.JWTInvalid.code,
  errors.JWTExpired.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWKSNoMatchingKey.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
]);

/**
 * Creates a verifier for an issuer's ID tokens: signature, issuer, audience, expiry, and the
 * presence of a subject and an e-mail address.
 *
 * @param keys resolves the issuer's key for a token's header.
 * @returns a function that returns the token's claims, or `undefined` if the token is invalid. It
 *   throws if the keys are unavailable.
 */
export function createIdTokenVerifier(
  options: ExpectedClaims & { keys: JWTVerifyGetKey },
): (token: string) => Promise<IdentityClaims | undefined> {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, options.keys, {
        algorithms,
        ...verifyOptions(options),
      });
      return toIdentityClaims(payload);
    } catch (error) {
      return undefinedIfInvalid(error);
    }
  };
}

/**
 * Creates a reader for the unsigned ID tokens of the Firebase emulator. For tests only, as anybody
 * can forge one. Checks everything but the signature.
 */
export function createUnsignedTokenReader(
  options: ExpectedClaims,
): (token: string) => Promise<IdentityClaims | undefined> {
  return async (token) => {
    try {
      return toIdentityClaims(UnsecuredJWT.decode(token, verifyOptions(options)).payload);
    } catch (error) {
      return undefinedIfInvalid(error);
    }
  };
}

/** The claims that every ID token of an issuer has to have. */
interface ExpectedClaims {
  readonly issuer: string;
  readonly audience: string;
  readonly now?: () => Date;
}

const verifyOptions = ({ issuer, audience, now = () => new Date() }: ExpectedClaims) => ({
  issuer,
  audience,
  clockTolerance: clockToleranceSeconds,
  currentDate: now(),
  requiredClaims: ['sub', 'iat', 'exp', 'email'],
});

/** Returns `undefined` for an invalid token; rethrows any other error. */
function undefinedIfInvalid(error: unknown): undefined {
  if (error instanceof errors.JOSEError && invalidTokenCodes.has(error.code)) return undefined;
  throw error;
}

function toIdentityClaims(payload: Record<string, unknown>): IdentityClaims | undefined {
  const {
    sub,
    email,
    email_verified: emailVerified,
    name,
    sid,
    iat,
    auth_time: authTime,
  } = payload;
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string') return undefined;
  const normalizedEmail = normalizeEmail(email);
  if (normalizedEmail === undefined) return undefined;
  return {
    uid: sub,
    email: normalizedEmail,
    emailVerified: emailVerified === true,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof sid === 'string' ? { sessionId: sid } : {}),
    authTime: Number(authTime ?? iat),
  };
}
