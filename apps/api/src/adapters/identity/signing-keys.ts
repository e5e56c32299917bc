import { createHmac, randomUUID } from 'node:crypto';
import type { JwtOptions } from 'better-auth/plugins/jwt';
import { and, gt, isNull, like, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityJwks } from '../../db/schema/identity.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { Secrets } from './previous-secrets.ts';

/** Algorithm and curve of the keys. */
export const keyPairConfig = { alg: 'EdDSA', crv: 'Ed25519' } as const;

/** Key of the advisory lock under which a key is created. */
const creationLock = 7_305_119;

/**
 * Stores the keys that sign ID tokens. The private keys are encrypted with the session secret, so
 * each key id contains a fingerprint of the secret: after a change of the secret new keys are
 * generated, instead of failing to decrypt the old ones. Those of earlier secrets are published as expired
 * ones, which verify and do not sign. Of several that are created at once, as by the
 * first sign-ins, one is stored and all use it: a token by another one would not verify until the keys
 * are read again.
 */
export function createSigningKeyAdapter(
  db: Database,
  { secret, previousSecrets }: Secrets,
): Required<NonNullable<JwtOptions['adapter']>> {
  const secretFingerprint = fingerprint(secret);
  const own = like(identityJwks.id, `${secretFingerprint}.%`);
  const previous = previousSecrets.map((one) => like(identityJwks.id, `${fingerprint(one)}.%`));
  return {
    getJwks: async () => {
      const keys = await db
        .select()
        .from(identityJwks)
        .where(or(own, ...previous));
      return keys.map((key) =>
        toJwk(key.id.startsWith(secretFingerprint) ? key : { ...key, ...retired(key) }),
      );
    },
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

const fingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('signing keys').digest('hex').slice(0, 12);

/** Ages a key, so that it is never the newest one, which signs. */
const retired = ({ expiresAt }: typeof identityJwks.$inferSelect) => ({
  createdAt: new Date(0),
  expiresAt: new Date(Math.min(expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() - 1)),
});

const toJwk = ({ expiresAt, ...key }: typeof identityJwks.$inferSelect) => ({
  ...key,
  ...keyPairConfig,
  ...(expiresAt ? { expiresAt } : {}),
});
