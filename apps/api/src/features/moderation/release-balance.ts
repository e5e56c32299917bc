import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { moderationDecisions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { findConcerned, requireNotConcerned } from './target.ts';

/**
 * Lets a suspended seller pay out although sales or disputes are open, as an admin who has none with this
 * seller. The reason is in the audit log.
 *
 * @returns 1
 * @throws Problem `decision.not-found`, `decision.balance-not-held`, `moderation.person-protected`,
 *   `validation.failed`
 */
export async function releaseHeldBalance(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { id: string; reason: string },
): Promise<number> {
  const reason = parseText(input.reason, 'reason', 'Give a reason for the audit log');
  return inTransaction(db, async (tx) => {
    const isDecision = eq(moderationDecisions.id, input.id);
    const [decision] = await tx.select().from(moderationDecisions).where(isDecision);
    if (!decision) throw new Problem('decision.not-found');
    await requireNotConcerned(tx, await findConcerned(tx, decision), actor);
    const [released] = await tx
      .update(moderationDecisions)
      .set({ balanceReleasedAt: sql`now()` })
      .where(
        and(
          isDecision,
          inArray(moderationDecisions.kind, ['suspend', 'ban']),
          eq(moderationDecisions.state, 'in-force'),
          isNull(moderationDecisions.balanceReleasedAt),
        ),
      )
      .returning({ personId: moderationDecisions.personId });
    if (!released) throw new Problem('decision.balance-not-held');
    await recordAction(tx, actor, {
      action: 'balance.released',
      target: { type: 'user', id: released.personId ?? input.id },
      changes: { balance: ['held', 'released'] },
      reason,
    });
    return 1;
  });
}
