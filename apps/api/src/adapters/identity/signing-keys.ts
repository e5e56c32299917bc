import { createHmac, randomUUID } from 'node:crypto';
import type { JwtOptions } from 'better-auth/plugins/jwt';
import { and, gt, isNull, like, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityJwks } from '../../db/schema/identity.ts';
import { inTransaction } from '../../platform/transaction.ts';

/** Algorithm and curve of the keys. */
export const keyPairConfig = { alg: 'EdDSA', crv: 'Ed25519' } as const;

/** Key of the advisory lock under which a key is created. */
const creationLock = 7_305_119;

/**
 * Stores the keys that sign ID tokens. The private keys are encrypted with the session secret, so
 * each key id contains a fingerprint of the secret: after a change of the secret new keys are
 * generated, instead of failing to decrypt the old ones. Of several that are created at once, as by the
 * first sign-ins, one is stored and all use it: a token by another one would not verify until the keys
 * are read again.
 */
export function createSigningKeyAdapter(
  db: Database,
  secret: string,
): Required<NonNullable<JwtOptions['adapter']>> {
  const secretFingerprint = createHmac('sha256', secret)
    .update('signing keys')
    .digest('hex')
    .slice(0, 12);
  const own = like(identityJwks.id, `${secretFingerprint}.%`);
  return {
    getJwks: async () => (await db.select().from(identityJwks).where(own)).map(toJwk),
    createJwk: ({ publicKey, privateKey, createdAt, expiresAt }) =>
      inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${creationLock})`);
        const isValid = or(isNull(identityJwks.expiresAt), gt(identityJwks.expiresAt, sql`now()`));
        const [existing] = await tx.select().from(identityJwks).where(and(own, isValid)).limit(1);
        if (existing) return toJwk(existing);
        const key = {
          id: `${secretFingerprint}.${randomUUID()}`,
          publicKey,
          privateKey,
          createdAt,
          expiresAt: expiresAt ?? null,
          ...keyPairConfig,
        };
        await tx.insert(identityJwks).values(key);
        return toJwk(key);
      }),
  };
}

const toJwk = ({ expiresAt, ...key }: typeof identityJwks.$inferSelect) => ({
  ...key,
  ...keyPairConfig,
  ...(expiresAt ? { expiresAt } : {}),
});
