import { and, desc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import { payments, payouts, providerReconciliations, refunds } from '../../db/schema/index.ts';
import { isDatabaseUnavailable } from '../../platform/database-errors.ts';
import { type BalanceEntry, CardPaymentsUnavailable } from '../../ports/card-payments.ts';
import { PayoutsUnavailable } from '../../ports/payouts.ts';
import { explainBalanceEntry, type ReconcileDeps } from './explain-balance-entry.ts';

const hourMs = 3600_000;
/** How far back the first run looks, and how far each run looks behind the one before. */
const firstHours = 30 * 24;
const overlapHours = 48;
/** What is younger may not be in the other side's records yet. */
const settleHours = 2;
/** Findings that are stored; more would not be read. */
const maxFindings = 50;

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Compares our records with the provider's own list, in both directions: each change of the balance
 * there has to be recorded here, and each charge, refund and transfer recorded here has to be there.
 * Missing records are repaired where the provider knows enough; fees, top-ups and withdrawals are only
 * learned here. The result is stored. Withdrawals come last: what was paid in covers them.
 *
 * @returns the number of findings.
 * @throws CardPaymentsUnavailable, PayoutsUnavailable, or what an unreachable database throws; the next
 *   run covers the same period.
 */
export async function reconcileProvider(deps: ReconcileDeps): Promise<number> {
  const { db, cardPayments, log } = deps;
  const { provider } = cardPayments;
  const period = await nextPeriod(deps);
  const findings: string[] = [];
  const figures: Record<string, number> = {};
  const seen = new Set<string>();
  const withdrawals: BalanceEntry[] = [];
  const compare = async (entry: BalanceEntry) => {
    const problem = await explain(deps, entry);
    if (problem) findings.push(problem);
  };
  for await (const entry of cardPayments.listBalanceEntries(period)) {
    if (entry.sourceId) seen.add(entry.sourceId);
    figures[`${entry.kind}.entries`] = (figures[`${entry.kind}.entries`] ?? 0) + 1;
    figures[`${entry.kind}.cents`] = (figures[`${entry.kind}.cents`] ?? 0) + entry.amountCents;
    if (entry.kind === 'withdrawal') withdrawals.push(entry);
    else await compare(entry);
  }
  for (const entry of withdrawals) await compare(entry);
  findings.push(...(await findMissing(deps, period, seen)));
  await db.insert(providerReconciliations).values({
    provider,
    fromAt: period.from,
    toAt: period.to,
    figures,
    findings: findings.slice(0, maxFindings),
  });
  if (findings.length > 0)
    log.error(
      { findings: findings.slice(0, maxFindings) },
      'the provider’s list differs from ours',
    );
  return findings.length;
}

/** Explains an entry. One that cannot be recorded is a finding and does not stop the others. */
async function explain(deps: ReconcileDeps, entry: BalanceEntry): Promise<string | undefined> {
  try {
    return await explainBalanceEntry(deps, entry);
  } catch (error) {
    const isUnavailable =
      error instanceof CardPaymentsUnavailable || error instanceof PayoutsUnavailable;
    if (isUnavailable || isDatabaseUnavailable(error)) throw error;
    const { id, kind, amountCents } = entry;
    deps.log.error({ err: error, entryId: id }, 'an entry of the provider’s list is not recorded');
    return `${kind} ${id} of ${amountCents} cents: it cannot be recorded, see the log`;
  }
}

async function nextPeriod({ db, cardPayments }: ReconcileDeps): Promise<Period> {
  const to = new Date();
  const [last] = await db
    .select()
    .from(providerReconciliations)
    .where(eq(providerReconciliations.provider, cardPayments.provider))
    .orderBy(desc(providerReconciliations.id))
    .limit(1);
  const earliest = to.getTime() - firstHours * hourMs;
  // What was found is compared again until it is settled: the period of the run begins no later.
  const from = !last
    ? earliest
    : last.findings.length > 0
      ? Math.max(
          earliest,
          Math.min(last.fromAt.getTime(), last.toAt.getTime() - overlapHours * hourMs),
        )
      : last.toAt.getTime() - overlapHours * hourMs;
  return { from: new Date(from), to: new Date(to.getTime() + hourMs) };
}

/** What is recorded here, and not in the provider's list of the period. */
async function findMissing(
  deps: ReconcileDeps,
  { from, to }: Period,
  seen: ReadonlySet<string>,
): Promise<string[]> {
  const { db, cardPayments } = deps;
  // A record can be a little later or earlier than the provider's entry.
  const within = {
    after: new Date(from.getTime() + settleHours * hourMs),
    before: new Date(to.getTime() - (settleHours + 1) * hourMs),
  };
  const { provider } = cardPayments;
  const charged = await db
    .select({ id: payments.intentId })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        inArray(payments.state, ['succeeded', 'refund_due', 'refunded']),
        isNotNull(payments.intentId),
        gte(payments.createdAt, within.after),
        lt(payments.changedAt, within.before),
      ),
    );
  const refunded = await db
    .select({ id: refunds.providerRefundId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        isNotNull(refunds.providerRefundId),
        gte(refunds.createdAt, within.after),
        lt(refunds.changedAt, within.before),
      ),
    );
  const transferred = await db
    .select({ id: payouts.transferId })
    .from(payouts)
    .where(
      and(
        eq(payouts.provider, provider),
        isNotNull(payouts.transferId),
        gte(payouts.requestedAt, within.after),
        lt(payouts.changedAt, within.before),
      ),
    );
  const missing = (kind: string, rows: { id: string | null }[]) =>
    rows
      .filter(({ id }) => id !== null && !seen.has(id))
      .map(({ id }) => `${kind} ${id} is recorded, but the provider does not list it`);
  return [
    ...missing('charge', charged),
    ...missing('refund', refunded),
    ...missing('transfer', transferred),
  ];
}
