import type { DecisionKind, DecisionState, ModerationDecision } from '@redial/contract';
import { moderationLimits } from '@redial/contract';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { moderationAppeals, moderationDecisions, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { selectDecisions, toDecision } from './decision-presenter.ts';

/**
 * Lists decisions for admins.
 *
 * @param input.appeals only those with an open appeal, the oldest appeal first.
 */
export async function listModerationDecisions(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { appeals?: boolean; kind?: DecisionKind; state?: DecisionState },
): Promise<ModerationDecision[]> {
  const { appeals = false, kind, state } = input;
  const rows = await selectDecisions(db)
    .where(
      and(
        kind && eq(moderationDecisions.kind, kind),
        state && eq(moderationDecisions.state, state),
        appeals ? eq(moderationAppeals.state, 'open') : undefined,
      ),
    )
    .orderBy(
      appeals ? asc(moderationAppeals.createdAt) : desc(moderationDecisions.decidedAt),
      desc(moderationDecisions.id),
    )
    .limit(moderationLimits.listed);
  const ids = rows.flatMap(({ decision: { personId, decidedBy } }) =>
    [personId, decidedBy].filter((id) => id !== null),
  );
  const named = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const { personId, decidedBy, evidence } = row.decision;
    return {
      ...toDecision(row),
      person: personId === null ? null : { _id: personId, name: names.get(personId) ?? '' },
      note: evidence.note ?? null,
      reasons: [...evidence.reasons],
      decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? null),
      isYours: decidedBy === actor.id,
      // Moderators handle no money.
      ...(actor.staffRole ? { balanceHeld: false } : {}),
    };
  });
}
