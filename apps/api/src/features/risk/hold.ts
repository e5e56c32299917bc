import { eq, sql } from 'drizzle-orm';
import { riskAssessments } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import type { Assessment } from './assess-listing.ts';

/**
 * Whether a listing is to be held for review: its score is above the limit, and a moderator has not
 * accepted all of its parts already.
 */
export const shouldHold = (
  { score, parts, releasedCodes, heldAt }: Assessment,
  { holdListingsAbove }: Pick<Settings, 'holdListingsAbove'>,
): boolean =>
  heldAt === null &&
  score > holdListingsAbove &&
  parts.some(({ code }) => !releasedCodes.includes(code));

/** Records that a listing is held. */
export async function markHeld(tx: Transaction, productId: string, at: Date): Promise<void> {
  await tx
    .update(riskAssessments)
    .set({ heldAt: at })
    .where(eq(riskAssessments.productId, productId));
}

/** Records a moderator's decision, and which parts were known then. */
export async function recordDecision(
  tx: Transaction,
  actor: User,
  { productId, at, released }: { productId: string; at: Date; released: boolean },
): Promise<void> {
  const codes = sql`array(select part ->> 'code' from jsonb_array_elements(${riskAssessments.parts}) part)`;
  await tx
    .update(riskAssessments)
    .set({
      heldAt: null,
      decidedAt: at,
      decidedBy: actor.id,
      ...(released ? { releasedCodes: codes } : {}),
    })
    .where(eq(riskAssessments.productId, productId));
}
