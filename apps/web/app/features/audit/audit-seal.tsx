import { type AuditSeal, exportAuditLog, requestAuditVerification } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useVerification } from '../../session/use-verification.ts';
import { PeriodDownload } from '../../ui/period-download.tsx';
import { SealPanel } from '../../ui/seal-panel.tsx';

/** The sealed chain of the audit log, and the export of a period. */
export function AuditSealSection({ seal }: { seal: AuditSeal }) {
  const { pending, verify } = useVerification(seal.verification, () =>
    call(requestAuditVerification, {}),
  );
  return (
    <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-10">
      <section aria-labelledby="seal">
        <h2 id="seal" className="text-xl">
          Seal
        </h2>
        <p className="mt-1 mb-4 max-w-2xl text-ink-soft text-sm">
          Entries are sealed into a chain of blocks every minute, like the ledger. Keep the last
          hash elsewhere to prove later that nothing before it was changed.
        </p>
        <SealPanel
          seal={seal}
          verification={seal.verification}
          label="Verify the audit log"
          rows={seal.verification?.checked === 1 ? 'entry' : 'entries'}
          pending={pending}
          onVerify={verify}
        />
      </section>
      <section aria-labelledby="export">
        <h2 id="export" className="text-xl">
          Export
        </h2>
        <p className="mt-1 mb-4 max-w-2xl text-ink-soft text-sm">
          Every entry of a period, with ids instead of names. Days are in UTC.
        </p>
        <PeriodDownload name="redial-audit-log" load={(query) => call(exportAuditLog, { query })} />
      </section>
    </div>
  );
}
