import { createHmac, randomUUID } from 'node:crypto';
import type { JwtOptions } from 'better-auth/plugins/jwt';
import { like } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityJwks } from '../../db/schema/identity.ts';

/** The keys' kind. */
export const keyPair = { alg: 'EdDSA', crv: 'Ed25519' } as const;

/**
 * Keeps the keys that sign ID tokens. Their private halves are encrypted with the installation's
 * secret, so a key's id carries a mark of it: after the secret was changed new keys are made, where
 * otherwise nobody could sign in any more.
 */
export function signingKeys(
  db: Database,
  secret: string,
): Required<NonNullable<JwtOptions['adapter']>> {
  const mark = createHmac('sha256', secret).update('signing keys').digest('hex').slice(0, 12);
  return {
    getJwks: async () => {
      const rows = await db
        .select()
        .from(identityJwks)
        .where(like(identityJwks.id, `${mark}.%`));
      return rows.map(({ id, publicKey, privateKey, createdAt, expiresAt }) => ({
        id,
        publicKey,
        privateKey,
        createdAt,
        ...keyPair,
        ...(expiresAt ? { expiresAt } : {}),
      }));
    },
    createJwk: async ({ publicKey, privateKey, createdAt, expiresAt }) => {
      const key = { id: `${mark}.${randomUUID()}`, publicKey, privateKey, createdAt, ...keyPair };
      await db.insert(identityJwks).values({ ...key, expiresAt });
      return { ...key, ...(expiresAt ? { expiresAt } : {}) };
    },
  };
}
