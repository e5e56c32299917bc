import { type Balance, formatPrice, formatSignedPrice } from '@redial/contract';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';

/** What the seller has, what is held, and what is on its way. */
export function BalanceFigures({
  balance: { available, onHold, inEscrow, inFlight },
}: {
  balance: Balance;
}) {
  const isDebt = available < 0;
  return (
    <section aria-label="Your money">
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-3">
        <Figure
          label={isDebt ? 'You owe Redial' : 'Available'}
          note={
            onHold > 0
              ? `${formatPrice(onHold)} of it wait for a bank's decision on a chargeback`
              : isDebt
                ? 'It is taken from your next sales'
                : 'Yours, after the fee'
          }
          value={formatPrice(Math.abs(available))}
          strong
          bad={isDebt}
        />
        <Figure
          label="In escrow"
          note="Held for open sales, before the fee"
          value={formatSignedPrice(inEscrow)}
        />
        <Figure
          label="On its way"
          note="Payouts that have not arrived yet"
          value={formatPrice(inFlight)}
        />
      </dl>
      {isDebt && (
        <Notice
          badge={<Badge tone="bad">Negative balance</Badge>}
          text={`A buyer got money back after we had paid you. Your balance is ${formatSignedPrice(available)}: the next sales make up for it, and you need not do anything.`}
        />
      )}
    </section>
  );
}

function Figure({
  label,
  note,
  value,
  strong = false,
  bad = false,
}: {
  label: string;
  note: string;
  value: string;
  strong?: boolean;
  bad?: boolean;
}) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className={cx('figures mt-1 font-bold text-2xl', bad && 'text-bad')}>
        {value}
        <span
          className={cx(
            'mt-1 block font-normal text-xs tracking-normal',
            strong ? 'text-ink-soft' : 'text-ink-faint',
          )}
        >
          {note}
        </span>
      </dd>
    </div>
  );
}
