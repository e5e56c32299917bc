import { monthText, type TransparencyMonth } from '@redial/contract';
import { ChartLegend } from '../../ui/chart-legend.tsx';
import { cx } from '../../ui/cx.ts';
import { gridStep } from '../../ui/grid-step.ts';

/** The drawings, in pixels at their usual width: text keeps its size on a phone. */
const drawings = [
  { width: 880, height: 240, className: 'max-sm:hidden' },
  { width: 310, height: 200, className: 'sm:hidden' },
] as const;
const margin = { left: 40, right: 6, top: 14, bottom: 28 };

/** Reports and decisions, month by month: bars drawn as SVG. The table below it has the same figures. */
export function TransparencyChart({ months }: { months: readonly TransparencyMonth[] }) {
  return (
    <figure className="rounded-lg border border-line bg-surface p-5 max-sm:p-4">
      <figcaption className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-xs">
        <ChartLegend className="bg-line-strong">Reports</ChartLegend>
        <ChartLegend className="bg-accent">Decisions</ChartLegend>
      </figcaption>
      {drawings.map((drawing) => (
        <Drawing key={drawing.width} drawing={drawing} months={months} />
      ))}
    </figure>
  );
}

/** The chart as one image. */
function Drawing({
  drawing: { width, height, className },
  months,
}: {
  drawing: (typeof drawings)[number];
  months: readonly TransparencyMonth[];
}) {
  const highest = Math.max(4, ...months.flatMap(({ reports, decisions }) => [reports, decisions]));
  const step = Math.ceil(gridStep(highest));
  const top = Math.ceil(highest / step) * step;
  const plotHeight = height - margin.top - margin.bottom;
  const y = (count: number) => margin.top + (1 - count / top) * plotHeight;
  const slot = (width - margin.left - margin.right) / months.length;
  const bar = Math.min(slot * 0.36, 40);
  const everyMonth = Math.ceil(36 / slot);
  const [first, last] = [months[0], months.at(-1)];
  const sum = (of: (month: TransparencyMonth) => number) =>
    months.reduce((total, month) => total + of(month), 0);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Reports and decisions by month, ${first && last ? `${monthText(first.month)} to ${monthText(last.month)}` : ''}: ${sum(({ reports }) => reports)} reports, ${sum(({ decisions }) => decisions)} decisions`}
      className={cx('figures h-auto w-full text-ink-faint text-xs', className)}
    >
      {Array.from({ length: top / step + 1 }, (_, index) => index * step).map((count) => (
        <g key={count}>
          <line
            x1={margin.left}
            x2={width - margin.right}
            y1={y(count)}
            y2={y(count)}
            className={count === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text x={margin.left - 8} y={y(count) + 4} textAnchor="end" fill="currentColor">
            {count}
          </text>
        </g>
      ))}
      {months.map(({ month, reports, decisions }, index) => {
        const middle = margin.left + (index + 0.5) * slot;
        const bars = [
          { key: 'reports', x: middle - bar - 1, count: reports, className: 'fill-line-strong' },
          { key: 'decisions', x: middle + 1, count: decisions, className: 'fill-accent' },
        ];
        return (
          <g key={month}>
            {bars.map(({ key, x, count, className }) => (
              <rect
                key={key}
                x={x}
                y={y(count)}
                width={bar}
                height={y(0) - y(count)}
                rx={count > 0 ? 2 : 0}
                className={className}
              />
            ))}
            {(months.length - 1 - index) % everyMonth === 0 && (
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
