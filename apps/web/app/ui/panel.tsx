import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/** A titled part of a page. */
export function Panel({
  title,
  isPrinted = true,
  children,
}: {
  title: string;
  /** Whether the panel is part of a printed page. Those that only lead elsewhere are not. */
  isPrinted?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'rounded-lg border border-line bg-surface p-5 sm:p-6',
        !isPrinted && 'print:hidden',
      )}
    >
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
