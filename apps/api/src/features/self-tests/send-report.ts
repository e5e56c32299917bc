import { hasEachTestOnce, type SelfTestFinding } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { selfTestLinks, selfTests } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hashToken } from '../../platform/encryption.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { findValidLink } from './get-link.ts';
import { signReport } from './signing-key.ts';

/**
 * Stores the report of a self-test, signed and bound to its listing. The link is used up by a
 * conditional update: of two reports at once, one is stored.
 *
 * @returns the id of the report.
 * @throws Problem `self-test.not-found`, `self-test.used`, `validation.failed`
 */
export async function sendReport(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  _actor: undefined,
  { token, results }: { token: string; results: SelfTestFinding[] },
): Promise<string> {
  if (!hasEachTestOnce(results)) {
    throw new Problem('validation.failed', 'Each test has one result', 'body.results');
  }
  const at = clock.now();
  const { link, product } = await findValidLink(db, token, at);
  const id = newId();
  const party = link.orderId ? 'buyer' : 'seller';
  const jws = await signReport(settings, {
    iss: settings.publicUrl,
    jti: id,
    iat: Math.floor(at.getTime() / 1000),
    listing: product.id,
    ...(link.orderId ? { order: link.orderId } : {}),
    phone: product.name,
    by: party,
    results,
  });
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(selfTestLinks)
      .set({ usedAt: at })
      .where(and(eq(selfTestLinks.tokenHash, hashToken(token)), isNull(selfTestLinks.usedAt)));
    if (rowCount !== 1) throw new Problem('self-test.used');
    await tx.insert(selfTests).values({
      id,
      productId: product.id,
      orderId: link.orderId,
      party,
      createdBy: link.createdBy,
      productName: product.name,
      results,
      jws,
      at,
    });
  });
  return id;
}
