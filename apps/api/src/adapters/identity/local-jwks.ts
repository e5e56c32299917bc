import { createRemoteJWKSet, customFetch, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Minimum time between two reads because of an unknown key id, in milliseconds. */
const cooldownDuration = 5000;

/**
 * The keys of an issuer in this process, cached by jose. They are read on first use, after ten minutes,
 * and when a token names an unknown key, as another replica may have created it.
 *
 * @param load reads the issuer's published keys.
 */
export function createLocalJwks(load: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  // The URL is not requested: the keys are in our own database, and the server may not reach itself
  // under its public URL.
  return createRemoteJWKSet(new URL('https://local.invalid/jwks'), {
    cooldownDuration,
    [customFetch]: async () => Response.json(await load()),
  }) as JWTVerifyGetKey;
}
