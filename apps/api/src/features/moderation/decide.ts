import { type DecisionKind, decisionKindsOf, type NewDecision } from '@redial/contract';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { moderationDecisions, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { applyDecision } from './decision-effects.ts';
import { closeOpen, type DecisionTarget, findTarget, requireNotConcerned } from './target.ts';

/**
 * Decides about what was reported, is held for review, or was changed as requested: closes that,
 * stores the decision with its rule, text and evidence, and does what it says, in one transaction.
 *
 * @returns the id of the decision.
 * @throws Problem `moderation.nothing-open`, `moderation.person-protected`, `user.not-found`,
 *   `validation.failed`
 */
export async function decideModeration(
  deps: Pick<Deps, 'db' | 'settings' | 'clock' | 'jobs'>,
  actor: User,
  input: NewDecision,
): Promise<string> {
  requireComplete(input);
  const { db, settings, jobs } = deps;
  const { kind, days, rule, note } = input;
  const message =
    kind === 'dismiss'
      ? null
      : parseText(input.message ?? '', 'message', 'Write what the person reads');
  const decisionId = await inTransaction(db, async (tx) => {
    const target = await findTarget(tx, input.target.kind, input.target.id);
    if (!target) throw new Problem('moderation.nothing-open');
    await requireNotConcerned(tx, target, actor);
    const personId = choosePerson(target, input);
    if (kind !== 'dismiss') await requireDecidable(tx, actor, personId);
    const closed = await closeOpen(tx, deps, actor, { ...input.target, decision: kind });
    if (!closed) throw new Problem('moderation.nothing-open');
    const { columns, title, content } = target;
    const decided = await storeDecision(tx, actor, {
      ...columns,
      kind,
      targetKind: input.target.kind,
      personId: personId ?? null,
      title,
      rule: kind === 'dismiss' ? null : (rule ?? null),
      message,
      evidence: {
        reasons: closed.reasons,
        ...(content ? { content } : {}),
        ...(note?.trim() ? { note: note.trim() } : {}),
      },
      days: kind === 'suspend' ? (days ?? null) : null,
    });
    await applyDecision(tx, settings, actor, decided);
    await recordAction(tx, actor, {
      action: 'moderation.decided',
      target: {
        type: input.target.kind === 'listing' ? 'product' : auditTypes[input.target.kind],
        id: input.target.id,
      },
      changes: {
        decision: [null, kind],
        ...(decided.rule ? { rule: [null, decided.rule] as const } : {}),
        ...(decided.days === null ? {} : { days: [null, String(decided.days)] as const }),
        id: [null, decided.id],
        ...(closed.since && { since: [null, closed.since.toISOString()] as const }),
      },
    });
    return decided.id;
  });
  jobs.trigger('expire-orders');
  jobs.trigger('dispatch-outbox');
  return decisionId;
}

const auditTypes = { person: 'user', conversation: 'conversation', review: 'review' } as const;

/** Stores a decision, and has its person notified. */
export async function storeDecision(
  tx: Transaction,
  actor: User,
  values: Omit<typeof moderationDecisions.$inferInsert, 'id' | 'decidedBy' | 'until'>,
) {
  const { days } = values;
  const [decided] = await tx
    .insert(moderationDecisions)
    .values({
      ...values,
      id: newId(),
      decidedBy: actor.id,
      until: days ? sql`now() + make_interval(days => ${days})` : null,
    })
    .returning();
  if (!decided) throw new Error('the decision was not stored');
  if (decided.kind !== 'dismiss') {
    await emit(tx, { type: 'moderation.decided', decisionId: decided.id });
  }
  return decided;
}

function requireComplete({ target, kind, rule, days }: NewDecision): void {
  const kinds: readonly DecisionKind[] = decisionKindsOf[target.kind];
  if (!kinds.includes(kind)) {
    throw new Problem('validation.failed', 'This decision is not possible here', 'body.kind');
  }
  if (kind === 'dismiss') return;
  if (!rule) throw new Problem('validation.failed', 'Name the rule', 'body.rule');
  if (kind === 'suspend' && days === undefined) {
    throw new Problem('validation.failed', 'For how many days?', 'body.days');
  }
}

/** The person decided about; of a conversation, one of the two, or nobody if it is dismissed. */
function choosePerson(
  { people }: DecisionTarget,
  { target, kind, personId }: NewDecision,
): string | undefined {
  if (target.kind !== 'conversation') return people[0];
  const chosen = people.find((id) => id === personId);
  if (!chosen && kind !== 'dismiss') {
    throw new Problem('validation.failed', 'Which of the two?', 'body.personId');
  }
  return chosen;
}

/** Nobody decides about admins, and moderators not about staff. */
async function requireDecidable(
  tx: Transaction,
  actor: User,
  personId: string | undefined,
): Promise<void> {
  if (!personId) throw new Problem('user.not-found');
  const isProtected = and(
    inArray(users.id, [personId]),
    actor.staffRole
      ? or(eq(users.role, 'admin'), isNotNull(users.staffRole))
      : eq(users.role, 'admin'),
  );
  if ((await tx.$count(users, isProtected)) > 0) throw new Problem('moderation.person-protected');
}
