import {
  formatNumber,
  type LedgerStatus,
  type LedgerVerification,
  requestLedgerVerification,
} from '@redial/contract';
import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

/** Milliseconds between two looks at a verification in progress. */
const pollMs = 1500;

/** The sealed chain: its last block, and the last verification with a button for another one. */
export function VerificationPanel({
  chain,
  verification,
}: Pick<LedgerStatus, 'chain' | 'verification'>) {
  const { mutate, pending } = useMutation();
  const { revalidate } = useRevalidator();
  const running = verification !== null && verification.finishedAt === null;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(revalidate, pollMs);
    return () => clearInterval(timer);
  }, [running, revalidate]);
  const verify = () => mutate(call(requestLedgerVerification, {}), 'The verification has begun');
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-3">
        <Fact label="Last block">
          {chain.blocks > 0
            ? `${formatNumber(chain.blocks)}, ${formatTime(chain.sealedAt)}`
            : 'None yet'}
        </Fact>
        <Fact label="Not sealed yet">{formatNumber(chain.unsealed)}</Fact>
        <Fact label="Last verified">
          {verification?.finishedAt ? formatTime(verification.finishedAt) : 'Not yet'}
        </Fact>
      </dl>
      {chain.hash && (
        <p className="mt-3 text-sm">
          <span className="text-ink-faint text-xs">Its hash </span>
          <code className="break-all text-xs">{chain.hash}</code>
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          variant="outline"
          pending={pending || running}
          pendingLabel="Verifying"
          onClick={verify}
        >
          <ShieldCheck className="size-4" aria-hidden="true" />
          Verify the ledger
        </Button>
        <div role="status" className="text-sm">
          {verification && <Outcome verification={verification} />}
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

function Outcome({ verification }: { verification: LedgerVerification }) {
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
    <Badge tone="good">{`Intact: ${formatNumber(checked)} transactions`}</Badge>
  ) : (
    <Badge tone="bad">
      {findings.length === 1 ? 'One finding' : `${findings.length} findings`}
    </Badge>
  );
}

/** A time in the visitor's zone, such as `Nov 22, 14:05`. The page renders in the browser only. */
export const formatTime = (iso: string | null): string =>
  iso === null
    ? ''
    : new Date(iso).toLocaleString('en-US', {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
