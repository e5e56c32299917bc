import { moderationLimits, type OwnDecision } from '@redial/contract';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { moderationDecisions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { appealEnd } from './appeal-end.ts';
import { selectDecisions, toDecision } from './decision-presenter.ts';

/** Lists the decisions about the caller, and the suspension that ends last. */
export async function listOwnDecisions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
): Promise<{
  suspension: { decisionId: string | null; until: string | null } | null;
  decisions: OwnDecision[];
}> {
  const decisions = await findDecisionsAbout(db, actor.id, clock.now());
  const suspending = decisions
    .filter(({ kind, state }) => (kind === 'suspend' || kind === 'ban') && state === 'in-force')
    // A ban has no end.
    .sort((one, other) => (other.until ?? '9').localeCompare(one.until ?? '9'))[0];
  return {
    suspension: actor.suspended
      ? { decisionId: suspending?._id ?? null, until: suspending?.until ?? null }
      : null,
    decisions,
  };
}

/** The decisions against somebody, newest first, without what moderators wrote for each other. */
async function findDecisionsAbout(
  db: Executor,
  personId: string,
  now: Date,
): Promise<OwnDecision[]> {
  const rows = await selectDecisions(db)
    .where(and(eq(moderationDecisions.personId, personId), ne(moderationDecisions.kind, 'dismiss')))
    .orderBy(desc(moderationDecisions.decidedAt), desc(moderationDecisions.id))
    .limit(moderationLimits.listed);
  return rows.map((row) => {
    const end = appealEnd(row.decision);
    const isPossible = row.appeal === null && end > now && row.decision.state !== 'reversed';
    return { ...toDecision(row), canAppealUntil: isPossible ? end.toISOString() : null };
  });
}
