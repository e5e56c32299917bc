import type { Findings, MoneySums } from './audit.ts';
import type { Fact } from './journal.ts';
import { type KillKind, killKinds } from './kills.ts';
import type { ResponseCounts } from './recording-client.ts';

export interface Tally {
  addRecovery(kind: KillKind, milliseconds: number): void;
  countOf(kind: KillKind): number;
  /** The count of the least frequent kind. */
  fewest(): number;
  addFindings(findings: Findings): void;
  readonly seed: number;
  readonly dataDir: string;
  /** Milliseconds from each kill until a write was acknowledged. */
  readonly recoveryTimes: ReadonlyMap<KillKind, readonly number[]>;
  /** Distinct lost facts and violations. */
  readonly failures: ReadonlySet<string>;
  readonly lostCount: () => number;
  summary(): string;
}

export function createTally(seed: number, dataDir: string): Tally {
  const times = new Map<KillKind, number[]>(killKinds.map((kind) => [kind, []]));
  const lostFacts = new Set<string>();
  const problems = new Set<string>();
  const countOf = (kind: KillKind) => times.get(kind)?.length ?? 0;
  return {
    seed,
    dataDir,
    recoveryTimes: times,
    failures: problems,
    countOf,
    addRecovery: (kind, milliseconds) => times.get(kind)?.push(milliseconds),
    fewest: () => Math.min(...killKinds.map(countOf)),
    addFindings: ({ lost, violations }) => {
      for (const fact of lost) lostFacts.add(JSON.stringify(fact));
      for (const fact of lost) problems.add(`lost: ${JSON.stringify(fact)}`);
      for (const { invariant, row } of violations) problems.add(`broken: ${invariant}: ${row}`);
    },
    lostCount: () => lostFacts.size,
    summary: () => killKinds.map((kind) => `${kind}: ${countOf(kind)}`).join(', '),
  };
}

/** Prints the results. @returns whether all checks passed. */
export function printReport({
  tally,
  facts,
  counts,
  failures,
  money,
  seconds,
}: {
  tally: Tally;
  facts: readonly Fact[];
  counts: ResponseCounts;
  failures: readonly string[];
  money: MoneySums;
  seconds: number;
}): boolean {
  const wrong = [...tally.failures, ...counts.unexpected, ...failures];
  if (money.captured !== money.kept + money.refundedSales + money.refundedPayments) {
    wrong.push('the money taken is not that of sales, refunds of sales and refunded payments');
  }
  if (money.refunded !== money.refundedSales + money.refundedPayments) {
    wrong.push('the provider refunded another sum than that of refunded sales and payments');
  }
  if (facts.length === 0) wrong.push('nothing was acknowledged');
  const kinds = Object.entries(Object.groupBy(facts, ({ kind }) => kind))
    .map(([kind, those]) => `${those?.length ?? 0} ${kind}`)
    .join(', ');
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const lines = [
    `crashes in ${seconds.toFixed(0)} s, seed ${tally.seed}`,
    ...killKinds.map((kind) => `  ${formatTimes(kind, tally.recoveryTimes.get(kind) ?? [])}`),
    `acknowledged writes: ${facts.length} (${kinds})`,
    `lost: ${tally.lostCount()}`,
    `other counts: ${counts.refused} refused, ${counts.unavailable} busy (503), ${counts.disconnected} cut off`,
    `money: ${dollars(money.captured)} taken = ${dollars(money.kept)} of sales + ${dollars(money.refundedSales)} refunded of sales + ${dollars(money.refundedPayments)} of refunded payments`,
    ...wrong.slice(0, 40).map((what) => `✗ ${what}`),
    ...(wrong.length > 0 ? [`its data is kept in ${tally.dataDir}`] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return wrong.length === 0;
}

/** Formats how often a kind occurred, and the recovery times. */
function formatTimes(kind: string, times: readonly number[]): string {
  if (times.length === 0) return `${kind}: not once`;
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    `${((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1000).toFixed(1)} s`;
  return `${kind}: ${times.length} times, working again after ${at(0.5)} (median), ${at(1)} at most`;
}
