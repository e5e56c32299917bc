import { and, lt, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { moderationDecisions } from '../../db/schema/index.ts';

/**
 * Deletes what old decisions keep of listings and reviews, and what moderators wrote for each other. The
 * decisions stay, with their rules, texts and the reasons of the reports.
 *
 * @returns the number of decisions changed.
 */
export async function purgeEvidence(db: Executor, olderThanDays: number): Promise<number> {
  const reasons = sql`jsonb_build_object('reasons', ${moderationDecisions.evidence} -> 'reasons')`;
  const changed = await db
    .update(moderationDecisions)
    .set({ evidence: reasons })
    .where(
      and(
        ne(moderationDecisions.evidence, reasons),
        lt(moderationDecisions.decidedAt, sql`now() - make_interval(days => ${olderThanDays})`),
      ),
    )
    .returning({ id: moderationDecisions.id });
  return changed.length;
}
