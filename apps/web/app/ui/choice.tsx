import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A radio button or checkbox with its label and a count. */
export function Choice({
  label,
  count,
  empty = false,
  ...input
}: {
  label: ReactNode;
  count?: string | undefined;
  /** Whether the option has no results. */
  empty?: boolean;
} & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <label
      className={cx(
        '-mx-2 flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-sm transition-colors hover:bg-sunken',
        empty ? 'text-ink-faint' : 'text-ink',
      )}
    >
      <input {...input} className="size-4.5 shrink-0" />
      <span className="min-w-0 flex-1">{label}</span>
      {count !== undefined && <span className="figures text-ink-faint text-xs">{count}</span>}
    </label>
  );
}
