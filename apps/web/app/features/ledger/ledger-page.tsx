import { type Chargeback, exportLedgerJournal, type LedgerStatus } from '@redial/contract';
import { Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../session/call.ts';
import { formatTime } from '../../ui/date-time.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import type { ListFilterValue } from '../../ui/list-filter.tsx';
import { PeriodDownload } from '../../ui/period-download.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BalancesChart } from './balances-chart.tsx';
import { ChargebackList } from './chargeback-list.tsx';
import { InvariantList } from './invariant-list.tsx';
import { PayoutSuspension } from './payout-suspension.tsx';
import { ReconciliationPanel } from './reconciliation-panel.tsx';
import { VerificationPanel } from './verification-panel.tsx';

/** The state of the books: checks, balances, the sealed chain, and the journal. */
export function LedgerPage({
  status,
  chargebacks,
  chargebackFilter,
}: {
  status: LedgerStatus;
  chargebacks: readonly Chargeback[];
  chargebackFilter: ListFilterValue;
}) {
  const { checkedAt, invariants, accounts, chain, verification, payoutsSuspended } = status;
  const failing = invariants.filter(({ holds }) => !holds).length;
  const isEmpty = chain.blocks === 0 && chain.unsealed === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Section
        id="checks"
        title="Checks"
        note={
          checkedAt === null
            ? 'The first check runs within a minute.'
            : `${failing === 0 ? 'All pass' : `${failing} of ${invariants.length} fail`}. Last checked ${formatTime(checkedAt)}, every minute.`
        }
      >
        <PayoutSuspension payoutsSuspended={payoutsSuspended} invariants={invariants} />
        <div className="mt-5">
          <InvariantList invariants={invariants} />
        </div>
      </Section>
      <Section id="balances" title="Balances">
        <div className="mt-4">
          {isEmpty ? (
            <EmptyState icon={<Scale />} title="No money has moved yet">
              The first payment of a buyer shows here, and every step of it until the seller’s
              payout.
            </EmptyState>
          ) : (
            <BalancesChart accounts={accounts} />
          )}
        </div>
      </Section>
      <Section
        id="reconciliation"
        title="Reconciliation"
        note="Every hour, each change of the balance at the card provider is compared with our records, in both directions."
      >
        <div className="mt-4">
          <ReconciliationPanel reconciliation={status.reconciliation} />
        </div>
      </Section>
      <Section
        id="chargebacks"
        title="Chargebacks"
        note="Disputes that buyers opened at their bank. The money is frozen until the bank has decided."
      >
        <div className="mt-4">
          <ChargebackList chargebacks={chargebacks} filter={chargebackFilter} />
        </div>
      </Section>
      <Section
        id="seal"
        title="Seal"
        note="Transactions are sealed into a chain of blocks every minute. Keep the last hash elsewhere to prove later that nothing before it was changed."
      >
        <div className="mt-4">
          <VerificationPanel chain={chain} verification={verification} />
        </div>
      </Section>
      <Section
        id="journal"
        title="Journal"
        note="Every entry of a period, with opening and closing balances. Days are in UTC."
      >
        <div className="mt-4">
          <PeriodDownload
            name="redial-journal"
            load={(query) => call(exportLedgerJournal, { query })}
          />
        </div>
      </Section>
    </div>
  );
}

function Section({
  id,
  title,
  note,
  children,
}: {
  id: string;
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="scroll-mt-28">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {note && <p className="mt-1 max-w-2xl text-ink-soft text-sm">{note}</p>}
      {children}
    </section>
  );
}

/** Placeholder of the page. */
export function LedgerSkeleton() {
  return (
    <div role="status" className="grid gap-3 md:grid-cols-2">
      <span className="sr-only">Loading</span>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <Skeleton key={index} className="h-32" />
      ))}
    </div>
  );
}
