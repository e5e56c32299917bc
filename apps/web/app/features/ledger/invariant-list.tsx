import {
  formatNumber,
  formatSignedPrice,
  type LedgerInvariant,
  ledgerInvariantTexts,
} from '@redial/contract';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

const runbook = 'docs/trade.md#';

/** The invariants with their figures; a violated one says what to do. */
export function InvariantList({ invariants }: { invariants: readonly LedgerInvariant[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {ledgerInvariantTexts.map((text) => {
        const found = invariants.find(({ name }) => name === text.name);
        return found ? <Invariant key={text.name} text={text} invariant={found} /> : null;
      })}
    </ul>
  );
}

function Invariant({
  text: { name, title, meaning, advice },
  invariant: { holds, figures },
}: {
  text: (typeof ledgerInvariantTexts)[number];
  invariant: LedgerInvariant;
}) {
  const Icon = holds ? CircleCheck : TriangleAlert;
  return (
    <li
      className={cx(
        'rounded-lg border bg-surface p-5',
        holds ? 'border-line' : 'border-bad md:col-span-2',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-semibold text-base">{title}</h3>
        <Badge tone={holds ? 'good' : 'bad'}>
          <Icon className="size-3.5" aria-hidden="true" />
          {holds ? 'Holds' : 'Violated'}
        </Badge>
      </div>
      <p className="mt-1.5 text-ink-soft text-sm">{meaning}</p>
      {figures.length > 0 && (
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
          {figures.map((figure) => (
            <div key={figure.name} className="flex flex-wrap items-baseline gap-x-2">
              <dt className="text-ink-faint text-xs">{figureLabels[figure.name] ?? figure.name}</dt>
              <dd className="figures">
                {figure.unit === 'dollars'
                  ? formatSignedPrice(figure.value)
                  : formatNumber(figure.value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!holds && (
        <p className="mt-4 rounded-md bg-bad-wash px-4 py-3 text-sm">
          <strong className="text-bad">What to do: </strong>
          {advice} The operator’s handbook has the steps, in{' '}
          <code className="wrap-anywhere text-xs">{`${runbook}${name}`}</code>.
        </p>
      )}
    </li>
  );
}

/** Figures as the API names them. */
const figureLabels: Readonly<Record<string, string>> = {
  total: 'Sum',
  accounts: 'Accounts in use',
  escrow: 'In escrow',
  held: 'Open orders',
  refundsDue: 'Refunds due',
  differing: 'Differing',
  liabilities: 'We owe',
  covered: 'Covered by',
  sellerDebts: 'Sellers owe us',
  completedOrders: 'Completed orders checked',
  payouts: 'Payouts checked',
  comparedEntries: 'Entries compared',
  findings: 'Findings',
};
