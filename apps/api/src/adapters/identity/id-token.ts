import { emailKey } from '@redial/contract';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { IdentityClaims } from '../../ports/identity.ts';

/** Seconds by which the issuer's clock may differ from ours. */
const leeway = 60;
/** Signature algorithms of the issuers that are supported; never a symmetric one, never none. */
const algorithms = ['EdDSA', 'ES256', 'RS256'];

/** What jose says of a token that is not valid, as opposed to keys that cannot be had. */
const refusals = new Set<string>([
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
export function createIdTokenVerifier(options: {
  keys: JWTVerifyGetKey;
  issuer: string;
  audience: string;
  now?: () => Date;
}): (token: string) => Promise<IdentityClaims | undefined> {
  const { keys, issuer, audience, now = () => new Date() } = options;
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        issuer,
        audience,
        clockTolerance: leeway,
        currentDate: now(),
        requiredClaims: ['sub', 'iat', 'exp', 'email'],
      });
      return claimsOf(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError && refusals.has(error.code)) return undefined;
      throw error;
    }
  };
}

function claimsOf(payload: Record<string, unknown>): IdentityClaims | undefined {
  const { sub, email, email_verified: emailVerified, name } = payload;
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string') return undefined;
  const address = emailKey(email);
  if (address === undefined) return undefined;
  return {
    uid: sub,
    email: address,
    emailVerified: emailVerified === true,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
  };
}
