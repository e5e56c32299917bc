/** Inputs and selects of the filters. */
export const fieldClass =
  'h-11 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-ink-faint';
