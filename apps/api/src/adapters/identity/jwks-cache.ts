import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Milliseconds for which an unknown key id does not have the keys read again. */
const cooldown = 5000;

/**
 * Keeps the keys of an issuer in this process. They are read at first use, and again when a token
 * names a key that is not among them (another replica may have made it).
 *
 * @param load reads the issuer's published keys.
 * @param now milliseconds on some clock.
 */
export function createJwksCache(
  load: () => Promise<JSONWebKeySet>,
  now: () => number = Date.now,
): JWTVerifyGetKey {
  let kept: { readonly find: JWTVerifyGetKey; readonly at: number } | undefined;
  const refresh = async () => {
    kept = { find: createLocalJWKSet(await load()), at: now() };
    return kept;
  };
  return async (header, token) => {
    const known = kept ?? (await refresh());
    try {
      return await known.find(header, token);
    } catch (error) {
      const stale = now() - known.at > cooldown;
      if (!(error instanceof errors.JWKSNoMatchingKey) || !stale) throw error;
      return await (await refresh()).find(header, token);
    }
  };
}
