import { cx } from './cx.ts';

/** A breathing shape in the size of what is to come. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={cx('animate-breathe rounded-sm bg-studio', className)} />
  );
}
