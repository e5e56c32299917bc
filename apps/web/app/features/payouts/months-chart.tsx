import { type BalanceMonth, formatPrice, formatSignedPrice, monthText } from '@redial/contract';
import { ChartLegend } from '../../ui/chart-legend.tsx';
import { cx } from '../../ui/cx.ts';
import { gridStep } from '../../ui/grid-step.ts';
import { type Column, Table } from '../../ui/table.tsx';

/** The drawings, in pixels at their usual width: text keeps its size on a phone. */
const drawings = [
  { width: 880, height: 240, everyMonth: 1, className: 'max-sm:hidden' },
  { width: 310, height: 200, everyMonth: 3, className: 'sm:hidden' },
] as const;
const margin = { left: 52, right: 6, top: 14, bottom: 28 };

/**
 * What sales brought and what was paid out, month by month: bars drawn as SVG, and a table of the same
 * figures.
 */
export function MonthsChart({ months }: { months: readonly BalanceMonth[] }) {
  return (
    <figure className="rounded-lg border border-line bg-surface p-5 max-sm:p-4">
      <figcaption className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-xs">
        <ChartLegend className="bg-accent">Earned, after the fee</ChartLegend>
        <ChartLegend className="bg-line-strong">Paid out</ChartLegend>
      </figcaption>
      {drawings.map((drawing) => (
        <Drawing key={drawing.width} drawing={drawing} months={months} />
      ))}
      <details className="mt-4">
        <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-accent text-sm">
          The figures as a table
        </summary>
        <div className="mt-3">
          <Table
            caption="The balance by month"
            columns={columns}
            rows={months.toReversed().map((month) => ({ ...month, _id: month.month }))}
          />
        </div>
      </details>
    </figure>
  );
}

/** The chart as one image. Values below zero, such as a month with a lost chargeback, hang down. */
function Drawing({
  drawing: { width, height, everyMonth, className },
  months,
}: {
  drawing: (typeof drawings)[number];
  months: readonly BalanceMonth[];
}) {
  const values = months.flatMap(({ earned, paidOut }) => [earned, paidOut]);
  const step = gridStep(Math.max(1, ...values.map(Math.abs)));
  const top = Math.ceil(Math.max(0, ...values) / step) * step;
  const bottom = Math.floor(Math.min(0, ...values) / step) * step;
  const y = (dollars: number) =>
    margin.top +
    ((top - dollars) / Math.max(step, top - bottom)) * (height - margin.top - margin.bottom);
  const slot = (width - margin.left - margin.right) / months.length;
  const bar = slot * 0.36;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Earned and paid out by month, ${summaryOf(months)}`}
      className={cx('figures h-auto w-full text-ink-faint text-xs', className)}
    >
      {Array.from(
        { length: Math.round((top - bottom) / step) + 1 },
        (_, index) => bottom + index * step,
      ).map((dollars) => (
        <g key={dollars}>
          <line
            x1={margin.left}
            x2={width - margin.right}
            y1={y(dollars)}
            y2={y(dollars)}
            className={dollars === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text x={margin.left - 8} y={y(dollars) + 4} textAnchor="end" fill="currentColor">
            {formatSignedPrice(dollars)}
          </text>
        </g>
      ))}
      {months.map(({ month, earned, paidOut }, index) => {
        const middle = margin.left + (index + 0.5) * slot;
        const isLabelled = (months.length - 1 - index) % everyMonth === 0;
        return (
          <g key={month}>
            <Bar
              x={middle - bar - 1}
              width={bar}
              from={y(0)}
              to={y(earned)}
              className="fill-accent"
            />
            <Bar
              x={middle + 1}
              width={bar}
              from={y(0)}
              to={y(paidOut)}
              className="fill-line-strong"
            />
            {isLabelled && (
              <text x={middle} y={height - 8} textAnchor="middle" fill="currentColor">
                {monthText(month).slice(0, 3)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Bar({
  x,
  width,
  from,
  to,
  className,
}: {
  x: number;
  width: number;
  from: number;
  to: number;
  className: string;
}) {
  return (
    <rect
      x={x}
      width={width}
      y={Math.min(from, to)}
      height={Math.abs(from - to)}
      rx={Math.min(2, Math.abs(from - to) / 2)}
      className={className}
    />
  );
}

/** The chart in a few words, for those who do not see it. */
function summaryOf(months: readonly BalanceMonth[]): string {
  const sum = (of: (month: BalanceMonth) => number) =>
    months.reduce((total, month) => total + Math.round(of(month) * 100), 0) / 100;
  const [first, last] = [months[0], months.at(-1)];
  const period = first && last ? `${monthText(first.month)} to ${monthText(last.month)}` : '';
  return `${period}: ${formatSignedPrice(sum(({ earned }) => earned))} earned, ${formatPrice(
    Math.max(
      0,
      sum(({ paidOut }) => paidOut),
    ),
  )} paid out`;
}

const columns: readonly Column<BalanceMonth & { _id: string }>[] = [
  { label: 'Month', kind: 'heading', cell: ({ month }) => monthText(month) },
  { label: 'Earned', kind: 'figures', cell: ({ earned }) => formatSignedPrice(earned) },
  { label: 'Paid out', kind: 'figures', cell: ({ paidOut }) => formatSignedPrice(paidOut) },
  {
    label: 'Balance at the end',
    kind: 'figures',
    cell: ({ closing }) => formatSignedPrice(closing),
  },
];
