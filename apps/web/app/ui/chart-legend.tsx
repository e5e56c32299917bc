import { cx } from './cx.ts';

/** An entry of the legend of a chart: the colour of the bars and what they count. */
export function ChartLegend({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={cx('size-3 rounded-xs', className)} aria-hidden="true" />
      {children}
    </span>
  );
}
