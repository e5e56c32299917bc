import { createHmac, randomUUID } from 'node:crypto';
import type { JwtOptions } from 'better-auth/plugins/jwt';
import { like } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityJwks } from '../../db/schema/identity.ts';

/** Algorithm and curve of the keys. */
export const keyPairConfig = { alg: 'EdDSA', crv: 'Ed25519' } as const;

/**
 * Stores the keys that sign ID tokens. The private keys are encrypted with the session secret, so
 * each key id contains a fingerprint of the secret: after a change of the secret new keys are
 * generated, instead of failing to decrypt the old ones.
 */
export function createSigningKeyAdapter(
  db: Database,
  secret: string,
): Required<NonNullable<JwtOptions['adapter']>> {
  const secretFingerprint = createHmac('sha256', secret)
    .update('signing keys')
    .digest('hex')
    .slice(0, 12);
  return {
    getJwks: async () => {
      const rows = await db
        .select()
        .from(identityJwks)
        .where(like(identityJwks.id, `${secretFingerprint}.%`));
      return rows.map(({ id, publicKey, privateKey, createdAt, expiresAt }) => ({
        id,
        publicKey,
        privateKey,
        createdAt,
        ...keyPairConfig,
        ...(expiresAt ? { expiresAt } : {}),
      }));
    },
    createJwk: async ({ publicKey, privateKey, createdAt, expiresAt }) => {
      const key = {
        id: `${secretFingerprint}.${randomUUID()}`,
        publicKey,
        privateKey,
        createdAt,
        ...keyPairConfig,
      };
      await db.insert(identityJwks).values({ ...key, expiresAt });
      return { ...key, ...(expiresAt ? { expiresAt } : {}) };
    },
  };
}
