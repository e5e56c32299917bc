import { formatNumber, type LedgerStatus } from '@redial/contract';
import { Badge } from '../../ui/badge.tsx';
import { formatTime } from '../../ui/date-time.ts';

/** The last comparison with the card provider's list, with what it could not explain. */
export function ReconciliationPanel({ reconciliation }: Pick<LedgerStatus, 'reconciliation'>) {
  if (!reconciliation) {
    return <p className="text-ink-soft text-sm">The first comparison runs within an hour.</p>;
  }
  const { provider, from, to, finishedAt, entries, findings } = reconciliation;
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {findings.length === 0 ? (
          <Badge tone="good">All explained</Badge>
        ) : (
          <Badge tone="bad">
            {findings.length === 1 ? 'One difference' : `${findings.length} differences`}
          </Badge>
        )}
        <p className="min-w-[min(12rem,100%)] flex-1">
          {`${formatNumber(entries)} ${entries === 1 ? 'entry' : 'entries'} of ${provider === 'stripe' ? 'Stripe' : 'the sandbox'}, from ${formatTime(from)} to ${formatTime(to)}. Compared ${formatTime(finishedAt)}.`}
        </p>
      </div>
      {findings.length > 0 && (
        <ul className="mt-4 grid gap-1.5 rounded-md bg-bad-wash px-4 py-3 text-xs">
          {findings.map((finding) => (
            <li key={finding} className="wrap-anywhere">
              {finding}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
