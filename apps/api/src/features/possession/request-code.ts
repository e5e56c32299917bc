import { randomInt } from 'node:crypto';
import { possessionRules } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { possessionProofs } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnProduct } from '../selling/index.ts';
import { isCodeValid } from './queries.ts';

/**
 * Returns the one-off code of an own listing: the one that is still valid, or a new one.
 *
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `possession-proof.waiting`
 */
export async function requestCode(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  { id: productId }: { id: string },
): Promise<{ code: string; expiresAt: string }> {
  return inTransaction(db, async (tx) => {
    // The lock serializes requests, so that all of them return the same code.
    await lockOwnProduct(tx, actor, productId);
    const now = clock.now();
    const [pending] = await tx
      .select()
      .from(possessionProofs)
      .where(
        and(
          eq(possessionProofs.productId, productId),
          inArray(possessionProofs.state, ['open', 'submitted']),
        ),
      );
    if (pending?.state === 'submitted') throw new Problem('possession-proof.waiting');
    if (pending && isCodeValid(pending, now)) {
      return { code: pending.code, expiresAt: pending.expiresAt.toISOString() };
    }
    const code = createCode();
    const expiresAt = new Date(now.getTime() + possessionRules.codeHours * 3_600_000);
    if (pending) {
      await tx
        .update(possessionProofs)
        .set({ code, expiresAt })
        .where(eq(possessionProofs.id, pending.id));
    } else {
      await tx
        .insert(possessionProofs)
        .values({ id: newId(), productId, code, expiresAt, createdAt: now });
    }
    return { code, expiresAt: expiresAt.toISOString() };
  });
}

/** A random code that is easy to write by hand and to read. */
const createCode = (): string =>
  Array.from(
    { length: possessionRules.codeLength },
    () => possessionRules.codeAlphabet[randomInt(possessionRules.codeAlphabet.length)],
  ).join('');
