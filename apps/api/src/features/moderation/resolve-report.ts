import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { type ClosedReport, closeReports } from './close-reports.ts';
import { storeDecision } from './decide.ts';
import { applyDecision } from './decision-effects.ts';
import { findReportedIds } from './queries.ts';
import { closeOpen, findTarget, requireNotConcerned } from './target.ts';

/** What a seller reads whose phone was removed in the table of reported products. */
const removalMessage =
  'It was reported. We looked at the report and took the phone off the market.';

/**
 * Closes the open reports of a product, and of deleted listings of the same phone, and, unless `keep` is
 * set, removes the product, as a decision without a rule. An unpaid order of it expires now; the
 * `expire-orders` job cancels its payment at the card provider. A paid product is not removed, since it
 * belongs to its buyer. A listing that is kept stays held for review if it is: the list of reported
 * products does not say why it is held.
 *
 * @param input.id the product id, the `_id` in the list of reported products.
 * @returns number of resolved products (1).
 * @throws Problem `report.not-found`, `moderation.person-protected`
 */
export async function resolveReport(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: User,
  input: { id: string; keep: boolean },
): Promise<number> {
  const { db, jobs, settings } = deps;
  const { id, keep } = input;
  await inTransaction(db, async (tx) => {
    const state = keep ? 'dismissed' : 'upheld';
    const target = await findTarget(tx, 'listing', id);
    if (target) await requireNotConcerned(tx, target, actor);
    const productIds = await findReportedIds(tx, id);
    const closed = await closeReports(tx, actor, { productIds, state });
    // What else waits for a decision about a phone ends with it.
    if (!keep) await closeOpen(tx, deps, actor, { kind: 'listing', id, decision: 'remove' });
    if (!target || closed.length === 0) throw new Problem('report.not-found');
    const decided = await storeDecision(tx, actor, {
      ...target.columns,
      kind: keep ? 'dismiss' : 'remove',
      targetKind: 'listing',
      personId: target.people[0] ?? null,
      title: target.title,
      message: keep ? null : removalMessage,
      evidence: {
        reasons: [...new Set(closed.map(({ reason }) => reason))],
        ...(target.content && { content: target.content }),
      },
    });
    await applyDecision(tx, settings, actor, decided);
    await recordAction(tx, actor, {
      action: 'reports.resolved',
      target: { type: 'product', id },
      changes: {
        reports: ['open', state],
        since: [null, firstOf(closed).toISOString()],
      },
    });
  });
  jobs.trigger('expire-orders');
  jobs.trigger('dispatch-outbox');
  return 1;
}

const firstOf = (closed: readonly ClosedReport[]): Date =>
  new Date(Math.min(...closed.map(({ createdAt }) => createdAt.getTime())));
