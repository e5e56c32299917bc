import { normalizeEmail } from '@redial/contract';
import { errors, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import type { IdentityClaims } from '../../ports/identity.ts';

/** Seconds by which the issuer's clock may differ from ours. */
const clockToleranceSeconds = 60;
/** Signature algorithms of the issuers that are supported; never a symmetric one, never none. */
const algorithms = ['EdDSA', 'ES256', 'RS256'];

/** What jose says of a token that is not valid, as opposed to keys that cannot be had. */
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
 * Makes the check of an issuer's ID tokens: signature, issuer, audience, times, and that the token
 * names a person and an e-mail address.
 *
 * @param keys finds the issuer's key for a token's header.
 * @returns a function that answers what a token proves, or `undefined` where it is not valid. It
 *   throws where the keys cannot be had.
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
 * Reads the ID tokens of an emulator, which signs nothing: for tests alone, since whoever writes one
 * is whomever they like. Everything but the signature is checked.
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

/** What every ID token of an issuer must say. */
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

/** A token that is not valid proves nothing; any other error is none of the token's. */
function undefinedIfInvalid(error: unknown): undefined {
  if (error instanceof errors.JOSEError && invalidTokenCodes.has(error.code)) return undefined;
  throw error;
}

function toIdentityClaims(payload: Record<string, unknown>): IdentityClaims | undefined {
  const { sub, email, email_verified: emailVerified, name } = payload;
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string') return undefined;
  const address = normalizeEmail(email);
  if (address === undefined) return undefined;
  return {
    uid: sub,
    email: address,
    emailVerified: emailVerified === true,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
  };
}
