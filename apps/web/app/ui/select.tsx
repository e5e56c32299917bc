import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/**
 * A styled native select: works before hydration, with the keyboard, and with the phone's own
 * picker.
 */
export function Select({ className, ...select }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...select} className={cx('w-full appearance-none pr-11', className)} />
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-4 size-4 fill-none stroke-ink-soft"
        strokeWidth="1.75"
      >
        <path d="m3.5 6 4.5 4.5L12.5 6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </div>
  );
}
