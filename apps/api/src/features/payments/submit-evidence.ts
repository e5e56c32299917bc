import { and, eq, isNull, sql } from 'drizzle-orm';
import { chargebacks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

/**
 * Submits the recorded evidence against a chargeback to the bank. The provider accepts it once, so a
 * repetition after a crash changes nothing.
 *
 * @throws CardPaymentsUnavailable; the outbox retries.
 */
export async function submitEvidence(
  { db, cardPayments }: Pick<Deps, 'db' | 'cardPayments'>,
  { chargebackId }: { chargebackId: string },
): Promise<void> {
  const isDue = and(eq(chargebacks.id, chargebackId), isNull(chargebacks.evidenceSubmittedAt));
  const [chargeback] = await db.select().from(chargebacks).where(isDue);
  if (!chargeback?.evidence || chargeback.provider !== cardPayments.provider) return;
  await cardPayments.submitEvidence({ disputeId: chargebackId, text: chargeback.evidence });
  await db.update(chargebacks).set({ evidenceSubmittedAt: sql`now()` }).where(isDue);
}
