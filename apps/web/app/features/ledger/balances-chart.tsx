import { formatSignedPrice, type LedgerAccountKind, type LedgerStatus } from '@redial/contract';
import { useId } from 'react';
import { type Column, Table } from '../../ui/table.tsx';

type Account = LedgerStatus['accounts'][number];

const kinds: Readonly<Record<LedgerAccountKind, { label: string; meaning: string }>> = {
  provider: { label: 'Card provider', meaning: 'Our funds there' },
  chargebacks: { label: 'Chargebacks', meaning: 'Withheld while they are open' },
  'provider-fees': {
    label: 'Provider’s fees',
    meaning: 'What the card provider kept, and our other costs',
  },
  escrow: { label: 'Escrow', meaning: 'Held for open orders' },
  sellers: { label: 'Sellers', meaning: 'Balances of sellers' },
  payouts: { label: 'Payouts', meaning: 'On their way to banks' },
  fees: { label: 'Fees', meaning: 'Our income' },
  operator: { label: 'Operator', meaning: 'Paid in by us' },
};

const rowHeight = 34;
const width = 640;
/** The zero line, with room for both sides. */
const middle = 320;
const labelSpace = 96;

/**
 * The balances of the kinds of accounts as a diverging bar chart, with a table of the same figures. What
 * Redial has is on the right, what it owes on the left.
 */
export function BalancesChart({ accounts }: { accounts: readonly Account[] }) {
  const titleId = useId();
  const largest = Math.max(1, ...accounts.map(({ balance }) => Math.abs(balance)));
  const height = accounts.length * rowHeight;
  return (
    <>
      <figure className="hidden rounded-lg border border-line bg-surface p-5 sm:block">
        <figcaption className="mb-3 flex justify-between text-ink-soft text-xs">
          <span>Owed and earned</span>
          <span>Funds and costs</span>
        </figcaption>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-labelledby={titleId}
          className="w-full"
        >
          <title id={titleId}>Balances by kind of account; the table below has the figures</title>
          <line
            x1={middle}
            x2={middle}
            y1={0}
            y2={height}
            stroke="var(--line-strong)"
            strokeWidth={1}
          />
          {accounts.map(({ kind, balance }, row) => (
            <Bar
              key={kind}
              label={kinds[kind].label}
              balance={balance}
              length={(Math.abs(balance) / largest) * (middle - labelSpace)}
              y={row * rowHeight}
            />
          ))}
        </svg>
      </figure>
      <div className="mt-4">
        <Table
          caption="Balances by kind of account"
          columns={columns}
          rows={accounts.map((account) => ({ ...account, _id: account.kind }))}
        />
      </div>
    </>
  );
}

/** A bar from the zero line, with the label on the other side of it. */
function Bar({
  label,
  balance,
  length,
  y,
}: {
  label: string;
  balance: number;
  length: number;
  y: number;
}) {
  const credit = balance < 0;
  const center = y + rowHeight / 2;
  return (
    <g fontSize={12}>
      <rect
        x={credit ? middle - length : middle}
        y={y + 7}
        width={length}
        height={rowHeight - 14}
        rx={3}
        fill={credit ? 'var(--line-strong)' : 'var(--accent)'}
      />
      <text
        x={credit ? middle + 8 : middle - 8}
        y={center}
        dominantBaseline="central"
        textAnchor={credit ? 'start' : 'end'}
        fill="var(--ink-soft)"
      >
        {label}
      </text>
      <text
        x={credit ? middle - length - 8 : middle + length + 8}
        y={center}
        dominantBaseline="central"
        textAnchor={credit ? 'end' : 'start'}
        fill="var(--ink)"
      >
        {formatSignedPrice(balance)}
      </text>
    </g>
  );
}

const columns: readonly Column<Account & { _id: string }>[] = [
  { label: 'Account', kind: 'heading', cell: ({ kind }) => kinds[kind].label },
  { label: 'Meaning', cell: ({ kind }) => kinds[kind].meaning },
  { label: 'In use', kind: 'figures', cell: ({ accounts }) => accounts },
  { label: 'Balance', kind: 'figures', cell: ({ balance }) => formatSignedPrice(balance) },
];
