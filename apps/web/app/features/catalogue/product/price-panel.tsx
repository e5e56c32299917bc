import { formatPrice, type PriceEstimate, type PriceFactor, type Product } from '@redial/contract';
import { cx } from '../../../ui/cx.ts';
import { PriceLabel } from '../../../ui/price-label.tsx';
import { TextLink } from './text-link.tsx';

/** Why a phone is worth what it is: each factor in dollars, and how its price compares. */
export function PricePanel({
  product,
  estimate,
  model,
  isForSeller = false,
}: {
  isForSeller?: boolean;
  product: Pick<Product, 'resalePrice' | 'condition'>;
  /** Undefined if nothing is known about what the model costs. */
  estimate: PriceEstimate | undefined;
  model: { slug: string; name: string } | undefined;
}) {
  if (!estimate) {
    return (
      <p className="text-ink-soft">
        Redial does not know what this phone is worth: there are neither sales of it nor a price
        when it was new.
      </p>
    );
  }
  const { resalePrice } = product;
  return (
    <div className="grid gap-7">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {estimate.label && <PriceLabel label={estimate.label} />}
          <span>
            {comparisonText(resalePrice, estimate)}
            {isSuspicious(resalePrice, estimate) &&
              (isForSeller ? ': our team will ask why' : ': ask why')}
          </span>
        </p>
        <RangeChart price={resalePrice} estimate={estimate} />
        <p className="mt-3 text-ink-soft text-sm">
          {basisText(estimate)} Marks count by the condition; replaced parts and functions that were
          not tested do not count.
        </p>
      </div>
      <Contributions estimate={estimate} condition={product.condition} />
      <div className="rounded-lg bg-sunken p-5">
        <p>
          <span className="figures font-bold font-display text-xl">
            {formatPrice(estimate.costPerMonth)}
          </span>{' '}
          a month
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          {isForSeller ? 'A buyer pays' : 'You pay'} {formatPrice(resalePrice)} now. In two years it
          is worth about {formatPrice(estimate.in24Months)}, so two years of use cost{' '}
          {formatPrice(Math.max(0, resalePrice - estimate.in24Months))}.
        </p>
        {model && (
          <p className="mt-2">
            <TextLink to={`/models/${model.slug}`}>
              Price history and forecast of {model.name}
            </TextLink>
          </p>
        )}
      </div>
    </div>
  );
}

function comparisonText(price: number, { low, high, label }: PriceEstimate): string {
  const range = `${formatPrice(low)} to ${formatPrice(high)}`;
  if (label === 'great') return `Below what such a phone usually costs, ${range}`;
  if (label === 'high') return `Above what such a phone usually costs, ${range}`;
  if (label === 'fair') return `Within what such a phone usually costs, ${range}`;
  return price < low
    ? `Far below what such a phone usually costs, ${range}`
    : `Such a phone usually costs ${range}`;
}

/** A suspiciously low price has no label. */
const isSuspicious = (price: number, { low, label }: PriceEstimate): boolean =>
  label === undefined && price < low;

const basisText = ({ basis, comparables }: PriceEstimate): string =>
  basis === 'sales'
    ? `Estimated from ${comparables} sales of this model on Redial in the last 90 days; the range is that of the middle half.`
    : 'Estimated from the price when new and the age of the model, since there are too few recent sales of it on Redial.';

/** In pixels of a phone's screen, so that text keeps its size. */
const chart = { width: 340, height: 64, margin: 36, axis: 34, gap: 6 };

/** The usual range and the price on one axis. The text beside it says the same. */
function RangeChart({
  price,
  estimate: { low, expected, high },
}: {
  price: number;
  estimate: PriceEstimate;
}) {
  const from = Math.min(price, low) * 0.85;
  const to = Math.max(price, high) * 1.15;
  const x = (dollars: number) =>
    Math.round(chart.margin + ((dollars - from) / (to - from)) * (chart.width - 2 * chart.margin));
  return (
    <svg
      viewBox={`0 0 ${chart.width} ${chart.height}`}
      role="img"
      aria-label={`The price is ${formatPrice(price)}; expected is ${formatPrice(expected)}, usually between ${formatPrice(low)} and ${formatPrice(high)}`}
      className="figures mt-4 h-auto w-full max-w-110 text-ink-faint text-xs"
    >
      <line
        x1={chart.margin}
        x2={chart.width - chart.margin}
        y1={chart.axis}
        y2={chart.axis}
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-line"
      />
      <line
        x1={x(low)}
        x2={x(high)}
        y1={chart.axis}
        y2={chart.axis}
        strokeWidth="12"
        strokeLinecap="round"
        className="stroke-accent-wash"
      />
      <line
        x1={x(expected)}
        x2={x(expected)}
        y1={chart.axis - 8}
        y2={chart.axis + 8}
        strokeWidth="2"
        className="stroke-line-strong"
      />
      <text x={x(low)} y={chart.height - 4} textAnchor="end" fill="currentColor">
        {formatPrice(low)}
      </text>
      <text
        x={Math.max(x(high), x(low) + chart.gap)}
        y={chart.height - 4}
        textAnchor="start"
        fill="currentColor"
      >
        {formatPrice(high)}
      </text>
      <circle
        cx={x(price)}
        cy={chart.axis}
        r="8"
        strokeWidth="3"
        className="fill-paper stroke-accent"
      />
      <text x={x(price)} y={chart.axis - 16} textAnchor="middle" className="fill-ink font-semibold">
        {formatPrice(price)}
      </text>
    </svg>
  );
}

/** The factors as a table with a bar for each: from where the total was to where it is then. */
function Contributions({
  estimate: { contributions, expected },
  condition,
}: {
  estimate: PriceEstimate;
  condition: Product['condition'];
}) {
  let total = 0;
  const rows = contributions.map(({ factor, amount }) => {
    const before = total;
    total += amount;
    return { factor, amount, from: Math.min(before, total), to: Math.max(before, total) };
  });
  const highest = Math.max(expected, ...rows.map(({ to }) => to));
  return (
    <table className="figures w-full text-sm">
      <caption className="mb-2 text-left font-semibold">How the estimate comes about</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Factor</th>
          <th scope="col">Contribution</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-y">
        {rows.map(({ factor, amount, from, to }) => (
          <tr key={factor}>
            <th scope="row" className="wrap-anywhere py-2.5 pr-4 text-left font-normal">
              {factorNames[factor](condition)}
              <Bar from={from / highest} to={to / highest} lowers={amount < 0} />
            </th>
            <td className="whitespace-nowrap py-2.5 text-right align-top">{signed(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="wrap-anywhere py-2.5 pr-4 text-left font-semibold">
            Expected price
            <Bar from={0} to={expected / highest} total />
          </th>
          <td className="py-2.5 text-right align-top font-semibold">{formatPrice(expected)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A bar from one share of the width to another. */
function Bar({
  from,
  to,
  lowers = false,
  total = false,
}: {
  from: number;
  to: number;
  lowers?: boolean;
  total?: boolean;
}) {
  return (
    <svg
      viewBox="0 0 1000 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-1.5 block h-1.5 w-full"
    >
      <rect
        x={Math.round(from * 1000)}
        width={Math.max(4, Math.round((to - from) * 1000))}
        height="8"
        className={cx(total ? 'fill-accent' : lowers ? 'fill-line-strong' : 'fill-scene-near')}
      />
    </svg>
  );
}

/** `+ $20`, `− $65`; the first row is the start. */
const signed = (amount: number): string =>
  `${amount < 0 ? '−' : '+'}\u00a0${formatPrice(Math.abs(amount))}`;

const factorNames: Record<PriceFactor, (condition: Product['condition']) => string> = {
  'launch-price': () => 'Price when new, smallest storage',
  age: () => 'Age of the model',
  sales: () => 'Median of comparable sales',
  storage: () => 'Storage',
  condition: (condition) => `Condition: ${condition}`,
  battery: () => 'Battery below 80%',
  'network-lock': () => 'Locked to a carrier',
  accessories: () => 'With box and receipt',
  rounding: () => 'Rounded to $5',
};
