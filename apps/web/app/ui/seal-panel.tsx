import { formatNumber } from '@redial/contract';
import { ShieldCheck } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { formatTime } from './date-time.ts';

interface Seal {
  readonly blocks: number;
  readonly hash: string | null;
  readonly sealedAt: string | null;
  readonly unsealed: number;
}

interface Verification {
  readonly finishedAt: string | null;
  readonly checked: number;
  readonly total: number;
  readonly findings: readonly string[];
}

/**
 * A sealed chain: its last block, and the last verification with a button for another one.
 *
 * @param label the text of the button
 * @param rows what the rows are called, such as `transactions`
 * @param pending whether a verification is requested or running
 */
export function SealPanel({
  seal,
  verification,
  label,
  rows,
  pending,
  onVerify,
}: {
  seal: Seal;
  verification: Verification | null;
  label: string;
  rows: string;
  pending: boolean;
  onVerify: () => void;
}) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-3">
        <Fact label="Last block">
          {seal.blocks > 0
            ? `${formatNumber(seal.blocks)}, ${formatTime(seal.sealedAt)}`
            : 'None yet'}
        </Fact>
        <Fact label="Not sealed yet">{formatNumber(seal.unsealed)}</Fact>
        <Fact label="Last verified">
          {verification?.finishedAt ? formatTime(verification.finishedAt) : 'Not yet'}
        </Fact>
      </dl>
      {seal.hash && (
        <p className="mt-3 text-sm">
          <span className="text-ink-faint text-xs">Its hash </span>
          <code className="break-all text-xs">{seal.hash}</code>
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button variant="outline" pending={pending} pendingLabel="Verifying" onClick={onVerify}>
          <ShieldCheck className="size-4" aria-hidden="true" />
          {label}
        </Button>
        <div role="status" className="text-sm">
          {verification && <Outcome verification={verification} rows={rows} />}
        </div>
      </div>
      {verification && verification.findings.length > 0 && (
        <ul className="mt-4 grid gap-1.5 rounded-md bg-bad-wash px-4 py-3 text-xs">
          {verification.findings.map((finding) => (
            <li key={finding} className="break-all">
              {finding}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="figures mt-0.5">{children}</dd>
    </div>
  );
}

function Outcome({ verification, rows }: { verification: Verification; rows: string }) {
  const { finishedAt, checked, total, findings } = verification;
  if (finishedAt === null) {
    return (
      <span className="flex items-center gap-3">
        <progress
          className="h-2 w-32 accent-accent"
          aria-label="Verified"
          value={checked}
          max={Math.max(1, total)}
        />
        {`${formatNumber(checked)} of ${formatNumber(total)}`}
      </span>
    );
  }
  return findings.length === 0 ? (
    <Badge tone="good">{`Intact: ${formatNumber(checked)} ${rows}`}</Badge>
  ) : (
    <Badge tone="bad">
      {findings.length === 1 ? 'One finding' : `${findings.length} findings`}
    </Badge>
  );
}
