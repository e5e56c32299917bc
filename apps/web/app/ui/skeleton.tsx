import { cx } from './cx.ts';

/** A pulsing placeholder with the size of the content. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={cx('animate-breathe rounded-sm bg-studio', className)} />
  );
}
