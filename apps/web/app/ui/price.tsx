import { formatPrice } from '@redial/contract';
import { cx } from './cx.ts';

/** A price in dollars; `original` is shown struck through beside it. */
export function Price({
  dollars,
  original,
  className,
}: {
  dollars: number;
  original?: number;
  className?: string;
}) {
  return (
    <span className={cx('figures inline-flex items-baseline gap-2', className)}>
      <span className="font-semibold">{formatPrice(dollars)}</span>
      {original !== undefined && original > dollars && (
        <>
          <span className="sr-only">, originally</span>
          <s className="font-normal text-[0.72em] text-ink-faint">{formatPrice(original)}</s>
        </>
      )}
    </span>
  );
}
