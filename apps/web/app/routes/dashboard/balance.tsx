import {
  type Balance,
  type BalanceMonth,
  getBalance,
  getBalanceStatement,
  getPayoutAccount,
  listBalanceMonths,
  type PayoutAccount,
} from '@redial/contract';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { href, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { changeColumns, toChangeRows } from '../../features/payouts/balance-columns.tsx';
import { BalanceFigures } from '../../features/payouts/balance-figures.tsx';
import { FailedPayout } from '../../features/payouts/failed-payout.tsx';
import { MonthsChart } from '../../features/payouts/months-chart.tsx';
import { payoutColumns } from '../../features/payouts/payout-columns.tsx';
import { PayoutForm } from '../../features/payouts/payout-form.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PeriodDownload } from '../../ui/period-download.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import type { Route } from './+types/balance.ts';

const title = 'Balance';

export const meta = () => [{ title: `${title} | Redial` }];

/** The entry before which the list of changes continues; none for anything else. */
const beforeOf = (url: URL): { before?: number } => {
  const before = Number(url.searchParams.get('before') ?? Number.NaN);
  return Number.isSafeInteger(before) && before >= 1 ? { before } : {};
};

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const query = beforeOf(url);
  const [balance, months, account] = await Promise.all([
    call(getBalance, { query }),
    call(listBalanceMonths, {}),
    call(getPayoutAccount, {}),
  ]);
  return { balance, months, account, isContinued: query.before !== undefined };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <div role="status" className="grid gap-3 sm:grid-cols-3">
        <span className="sr-only">Loading</span>
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-29" />
        ))}
      </div>
    </DashboardSkeleton>
  ),
};

export default function BalanceRoute({ loaderData }: Route.ComponentProps) {
  const { balance, months, account, isContinued } = loaderData;
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageHeader
        title={title}
        aside={
          <ButtonLink to={href('/dashboard/payout-account')} variant="outline" size="small">
            Payout account
          </ButtonLink>
        }
      >
        What you earned, and the way to your bank.
      </PageHeader>
      {balance.ok ? (
        <BalanceView
          balance={balance.value}
          months={months.ok ? months.value.months : []}
          account={account.ok ? account.value : undefined}
          isContinued={isContinued}
        />
      ) : (
        <ErrorState
          message={balance.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </>
  );
}

function BalanceView({
  balance,
  months,
  account,
  isContinued,
}: {
  balance: Balance;
  months: readonly BalanceMonth[];
  account: PayoutAccount | undefined;
  /** Whether the list of changes continues from an earlier page. */
  isContinued: boolean;
}) {
  const { payouts, history, nextBefore } = balance;
  const isEmpty = history.length === 0 && !isContinued;
  const changed = months.some(({ earned, paidOut }) => earned !== 0 || paidOut !== 0);
  return (
    <div className="grid gap-10">
      <div>
        <BalanceFigures balance={balance} />
        <FailedPayout balance={balance} />
      </div>
      <Section id="pay-out" title="Pay out">
        <PayoutForm balance={balance} account={account} />
      </Section>
      {payouts.length > 0 && (
        <Section id="payouts" title="Payouts">
          <Table caption="Payouts" columns={payoutColumns} rows={payouts} />
        </Section>
      )}
      {changed && (
        <Section id="months" title="By month">
          <MonthsChart months={months} />
        </Section>
      )}
      <Section id="changes" title="Changes">
        {isEmpty ? (
          <EmptyState
            icon={<Wallet />}
            title="Nothing earned yet"
            action={<ButtonLink to={href('/dashboard/sales')}>Sales</ButtonLink>}
          >
            When a buyer says that everything is fine with a phone of yours, its price, less the
            fee, shows here.
          </EmptyState>
        ) : (
          <>
            <Table caption="Changes" columns={changeColumns} rows={toChangeRows(history)} />
            <Pages isContinued={isContinued} nextBefore={nextBefore} />
          </>
        )}
      </Section>
      {!isEmpty && (
        <Section id="statement" title="Statement">
          <p className="-mt-2 mb-4 max-w-2xl text-ink-soft text-sm">
            Every change of a period, with opening and closing balance. Days are in UTC.
          </p>
          <PeriodDownload
            name="redial-statement"
            load={(query) => call(getBalanceStatement, { query })}
          />
        </Section>
      )}
    </div>
  );
}

function Pages({ isContinued, nextBefore }: { isContinued: boolean; nextBefore: number | null }) {
  if (!isContinued && nextBefore === null) return null;
  const path = href('/dashboard/balance');
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-center gap-4 text-sm">
      {isContinued && (
        <ButtonLink to={`${path}#changes`} variant="outline" size="small">
          Newest
        </ButtonLink>
      )}
      {nextBefore !== null && (
        <ButtonLink to={`${path}?before=${nextBefore}#changes`} variant="outline" size="small">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}

function Section({
  id,
  title: heading,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-28">
      <h2 id={`${id}-title`} className="mb-4 text-xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}
