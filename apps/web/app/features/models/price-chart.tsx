import { formatPrice, type ModelDetails, type MonthlySales, monthText } from '@redial/contract';
import { cx } from '../../ui/cx.ts';
import { gridStep } from '../../ui/grid-step.ts';

/** The drawings, in pixels at their usual width: text keeps its size on a phone. */
const drawings = [
  { width: 720, height: 280, monthsPerLabel: 6, className: 'max-sm:hidden' },
  { width: 340, height: 240, monthsPerLabel: 12, className: 'sm:hidden' },
] as const;
const margin = { left: 46, right: 14, top: 16, bottom: 34 };

/** A value on the time axis in months. */
const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthOf = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/**
 * The prices of completed sales by month, and the forecast with its band: drawn as SVG, with a table of
 * the same numbers below.
 */
export function PriceChart({
  name,
  history,
  model: { band, forecast },
  now,
}: {
  name: string;
  history: readonly MonthlySales[];
  model: Pick<ModelDetails, 'band' | 'forecast'>;
  now: number;
}) {
  const today = monthNumber(new Date(now).toISOString());
  const hasForecast = band !== undefined && forecast.length > 0;
  return (
    <figure>
      {drawings.map((drawing) => (
        <Drawing
          key={drawing.width}
          drawing={drawing}
          label={`Prices of ${name}: ${chartSummary(history, forecast)}`}
          history={history}
          band={band}
          forecast={forecast}
          today={today}
        />
      ))}
      <figcaption className="mt-2 text-ink-soft text-sm">
        Median price of the phones sold on Redial each month; the larger the dot, the more sales.
        {hasForecast && ' Dashed: the forecast, with the range in which prices usually are.'}
      </figcaption>
      <details className="mt-4">
        <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-accent text-sm">
          The numbers as a table
        </summary>
        <div className="mt-3 overflow-x-auto">
          <table className="figures w-full text-left text-sm">
            <caption className="sr-only">Completed sales by month, and the forecast</caption>
            <thead className="text-ink-faint text-xs">
              <tr>
                {['Month', 'Sales', 'Median', 'Excellent', 'Good', 'Fair'].map((label) => (
                  <th key={label} scope="col" className="py-2 pr-4 font-semibold">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-y">
              {history.map(({ month, sales, median, byCondition }) => (
                <tr key={month}>
                  <th scope="row" className="whitespace-nowrap py-2 pr-4 font-normal">
                    {monthText(month)}
                  </th>
                  <td className="pr-4">{sales}</td>
                  <td className="pr-4">{formatPrice(median)}</td>
                  {[byCondition.excellent, byCondition.good, byCondition.fair].map(
                    (dollars, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                      <td key={index} className="pr-4">
                        {dollars === undefined ? '–' : formatPrice(dollars)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
              {forecast.map(({ months, low, expected, high }) => (
                <tr key={months}>
                  <th scope="row" className="whitespace-nowrap py-2 pr-4 font-normal">
                    {monthText(monthOf(today + months))}, forecast
                  </th>
                  <td className="pr-4">–</td>
                  <td className="pr-4" colSpan={4}>
                    {formatPrice(expected)}, between {formatPrice(low)} and {formatPrice(high)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** The chart as one image. */
function Drawing({
  drawing,
  label,
  history,
  band,
  forecast,
  today,
}: {
  drawing: (typeof drawings)[number];
  label: string;
  history: readonly MonthlySales[];
  band: ModelDetails['band'];
  forecast: ModelDetails['forecast'];
  /** The current month. */
  today: number;
}) {
  const plot = { right: drawing.width - margin.right, bottom: drawing.height - margin.bottom };
  const sold = history.map((each) => ({ at: monthNumber(each.month), ...each }));
  const future = band
    ? [{ months: 0, ...band }, ...forecast].map((each) => ({ at: today + each.months, ...each }))
    : [];
  const first = Math.min(today - 12, ...sold.map(({ at }) => at));
  const last = Math.max(today, ...future.map(({ at }) => at));
  const highest = Math.max(
    1,
    ...sold.map(({ median }) => median),
    ...future.map(({ high }) => high),
  );
  const step = gridStep(highest);
  const top = Math.ceil(highest / step) * step;
  const x = (at: number) =>
    Math.round(margin.left + ((at - first) / (last - first)) * (plot.right - margin.left));
  const y = (dollars: number) =>
    Math.round(plot.bottom - (dollars / top) * (plot.bottom - margin.top));
  const line = (points: readonly { at: number; value: number }[]) =>
    points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (at) => at % drawing.monthsPerLabel === 0,
  );
  return (
    <svg
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      role="img"
      aria-label={label}
      className={cx('figures h-auto w-full text-ink-faint text-xs', drawing.className)}
    >
      {Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step).map(
        (dollars) => (
          <g key={dollars}>
            <line
              x1={margin.left}
              x2={plot.right}
              y1={y(dollars)}
              y2={y(dollars)}
              className="stroke-line"
            />
            <text x={margin.left - 8} y={y(dollars) + 4} textAnchor="end" fill="currentColor">
              {formatPrice(dollars)}
            </text>
          </g>
        ),
      )}
      {years.map((at) => (
        <text key={at} x={x(at)} y={drawing.height - 10} textAnchor="middle" fill="currentColor">
          {monthText(monthOf(at))}
        </text>
      ))}
      {future.length > 1 && (
        <>
          <polygon
            points={`${line(future.map(({ at, high }) => ({ at, value: high })))} ${line(
              future.toReversed().map(({ at, low }) => ({ at, value: low })),
            )}`}
            className="fill-accent-wash"
          />
          <polyline
            points={line(future.map(({ at, expected }) => ({ at, value: expected })))}
            fill="none"
            strokeWidth="2"
            strokeDasharray="5 5"
            className="stroke-accent"
          />
        </>
      )}
      <polyline
        points={line(sold.map(({ at, median }) => ({ at, value: median })))}
        fill="none"
        strokeWidth="2.5"
        strokeLinejoin="round"
        className="stroke-accent"
      />
      {sold.map(({ at, median, sales }) => (
        <circle
          key={at}
          cx={x(at)}
          cy={y(median)}
          r={Math.min(6, 2.5 + Math.sqrt(sales))}
          strokeWidth="2"
          className="fill-paper stroke-accent"
        />
      ))}
      {future.length > 1 && (
        <line
          x1={x(today)}
          x2={x(today)}
          y1={margin.top}
          y2={plot.bottom}
          strokeDasharray="2 4"
          className="stroke-line-strong"
        />
      )}
    </svg>
  );
}

/** The chart in one sentence, for those who do not see it. */
function chartSummary(
  history: readonly MonthlySales[],
  forecast: ModelDetails['forecast'],
): string {
  const [first, last] = [history[0], history.at(-1)];
  const later = forecast.at(-1);
  return [
    first && last && first !== last
      ? `from ${formatPrice(first.median)} in ${monthText(first.month)} to ${formatPrice(last.median)} in ${monthText(last.month)}`
      : 'hardly any sales yet',
    ...(later ? [`forecast in ${later.months} months ${formatPrice(later.expected)}`] : []),
  ].join(', ');
}
