import { eq, sql } from 'drizzle-orm';
import { riskAssessments } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import type { Assessment } from './assess-listing.ts';

/**
 * Whether a listing is to be held for review: its score is above the limit, or a word was found that holds it
 * by itself, and a moderator has not accepted that already.
 */
export const shouldHold = (
  { score, parts, releasedCodes, heldAt }: Assessment,
  { holdListingsAbove }: Pick<Settings, 'holdListingsAbove'>,
): boolean =>
  heldAt === null &&
  parts.some(
    ({ code, holds }) =>
      (score > holdListingsAbove || holds === true) && !releasedCodes.includes(code),
  );

/** Records that a listing is held. */
export async function markHeld(tx: Transaction, productId: string, at: Date): Promise<void> {
  await tx
    .update(riskAssessments)
    .set({ heldAt: at })
    .where(eq(riskAssessments.productId, productId));
}

/**
 * Records that a moderator's decision has ended the hold.
 *
 * @param input.accepted whether the parts that were known then are no reason to hold the listing again.
 */
export async function recordDecision(
  tx: Transaction,
  actor: User,
  { productId, at, accepted }: { productId: string; at: Date; accepted: boolean },
): Promise<void> {
  const codes = sql`array(select part ->> 'code' from jsonb_array_elements(${riskAssessments.parts}) part)`;
  await tx
    .update(riskAssessments)
    .set({
      heldAt: null,
      decidedAt: at,
      decidedBy: actor.id,
      ...(accepted ? { releasedCodes: codes } : {}),
    })
    .where(eq(riskAssessments.productId, productId));
}
