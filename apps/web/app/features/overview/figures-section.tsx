import { type Figure, type FigurePeriod, figurePeriods } from '@redial/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { FigureChart } from './figure-chart.tsx';

/** The figures of the marketplace by day, for a period that is chosen by a link. */
export function FiguresSection({
  figures,
  from,
  period,
}: {
  figures: readonly Figure[];
  from: string;
  period: FigurePeriod;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="text-xl">
          By day
        </h2>
        <nav aria-label="Period" className="flex flex-wrap gap-2">
          {figurePeriods.map((each) => (
            <Link
              key={each}
              to={`?days=${each}`}
              replace
              preventScrollReset
              aria-current={each === period ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-10 items-center rounded-full border px-4 font-semibold text-sm',
                each === period
                  ? 'border-accent bg-accent-wash text-accent forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'
                  : 'border-line text-ink-soft hover:bg-sunken',
              )}
            >
              {each} days
            </Link>
          ))}
        </nav>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        {figures.map((figure) => (
          <FigureChart key={figure.name} figure={figure} from={from} />
        ))}
      </div>
      <p className="mt-3 text-ink-soft text-xs">
        Days are in UTC; today counts so far. Sales are payments of orders, fees are what sellers
        paid less what went back.
      </p>
    </section>
  );
}
