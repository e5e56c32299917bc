import { type LedgerStatus, requestLedgerVerification } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useVerification } from '../../session/use-verification.ts';
import { SealPanel } from '../../ui/seal-panel.tsx';

/** The sealed chain of the ledger, and its last verification. */
export function VerificationPanel({
  chain,
  verification,
}: Pick<LedgerStatus, 'chain' | 'verification'>) {
  const { pending, verify } = useVerification(verification, () =>
    call(requestLedgerVerification, {}),
  );
  return (
    <SealPanel
      seal={chain}
      verification={verification}
      label="Verify the ledger"
      rows="transactions"
      pending={pending}
      onVerify={verify}
    />
  );
}
