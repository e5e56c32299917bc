import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * The frame of a table: scrolls sideways on its own when it must, by keyboard too.
 *
 * @param columns heads, in order; `end` puts a column of figures or actions on the right
 */
export function Table({
  caption,
  columns,
  children,
}: {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly { label: string; end?: boolean }[];
  children: ReactNode;
}) {
  return (
    <section
      aria-label={caption}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b bg-sunken">
            {columns.map(({ label, end }) => (
              <th
                key={label}
                scope="col"
                className={cx(
                  'whitespace-nowrap px-4 py-3 font-semibold text-ink-soft text-xs',
                  end && 'text-right',
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

/** A cell of a table. */
export function Cell({
  end = false,
  className,
  children,
}: {
  end?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <td className={cx('px-4 py-3 align-middle', end && 'text-right', className)}>{children}</td>
  );
}

/** Rows that stand in while a table loads. */
export function SkeletonRows({ columns, rows = 6 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className="h-16 px-4 py-3">
          <div className="h-4 w-24 max-w-full animate-breathe rounded-sm bg-studio" />
        </td>
      ))}
    </tr>
  ));
}
