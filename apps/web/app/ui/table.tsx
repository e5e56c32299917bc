import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A column of a `Table`. */
export interface Column<Row> {
  readonly label: string;
  /**
   * `heading`: row header, full width in the stacked layout; `figures`: right-aligned numbers;
   * `action`: buttons, which need no label in the stacked layout.
   */
  readonly kind?: 'heading' | 'figures' | 'action';
  /** @param index index of the row */
  readonly cell: (row: Row, index: number) => ReactNode;
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
}

/**
 * A table. If its container is too narrow (a container query), rows are stacked and every value
 * shows its column label.
 */
export function Table<Row extends { readonly _id: string }>({
  caption,
  columns,
  rows,
}: TableProps<Row> & { rows: readonly Row[] }) {
  return (
    <TableLayout caption={caption} columns={columns}>
      {rows.map((row, index) => (
        <tr key={row._id} {...roles.row} className={rowClass}>
          {columns.map((column) => (
            <TableCell key={column.label} column={column}>
              {column.cell(row, index)}
            </TableCell>
          ))}
        </tr>
      ))}
    </TableLayout>
  );
}

/** Placeholder of a table. */
export function TableSkeleton<Row>({
  caption,
  columns,
  rows = 6,
}: TableProps<Row> & { rows?: number }) {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true">
        <TableLayout caption={caption} columns={columns}>
          {[...Array(rows).keys()].map((index) => (
            <tr key={index} {...roles.row} className={rowClass}>
              {columns.map((column) => (
                <TableCell key={column.label} column={column}>
                  <span
                    className={cx(
                      'block animate-breathe bg-studio',
                      column.kind === 'heading' ? 'h-11 w-44 rounded-md' : 'h-9 w-20 rounded-sm',
                    )}
                  />
                </TableCell>
              ))}
            </tr>
          ))}
        </TableLayout>
      </div>
    </div>
  );
}

// Explicit roles: some browsers drop table semantics when `display` changes.
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

const rowClass =
  '@max-2xl:grid @max-2xl:grid-cols-[1fr_auto] @max-2xl:items-center @max-2xl:gap-x-4 @max-2xl:gap-y-2 @max-2xl:p-4';

function TableLayout<Row>({
  caption,
  columns,
  children,
}: TableProps<Row> & { children: ReactNode }) {
  return (
    <div className="@container overflow-hidden rounded-lg border border-line bg-surface">
      <table {...roles.table} className="w-full border-collapse text-left text-sm @max-2xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead {...roles.rowgroup} className="border-line border-b bg-sunken @max-2xl:sr-only">
          <tr {...roles.row}>
            {columns.map(({ label, kind }) => (
              <th
                key={label}
                {...roles.columnheader}
                scope="col"
                className={cx(
                  'whitespace-nowrap px-4 py-3 font-semibold text-ink-soft text-xs first:pl-5 last:pr-5',
                  kind === 'figures' && 'text-right',
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup} className="divide-y divide-line @max-2xl:block">
          {children}
        </tbody>
      </table>
    </div>
  );
}

const stacked = '@max-2xl:p-0 @max-2xl:first:pl-0 @max-2xl:last:pr-0';

function TableCell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const { label, kind } = column;
  const className = cx('px-4 py-3 align-middle first:pl-5 last:pr-5', stacked);
  if (kind === 'heading') {
    return (
      <th
        {...roles.rowheader}
        scope="row"
        className={cx(className, 'text-left font-semibold @max-2xl:col-span-2 @max-2xl:pb-1')}
      >
        {children}
      </th>
    );
  }
  return (
    <td
      {...roles.cell}
      data-label={label}
      className={cx(
        className,
        kind === 'figures' && 'figures text-right',
        kind === 'action'
          ? '@max-2xl:mt-1'
          : '@max-2xl:col-span-2 @max-2xl:flex @max-2xl:items-baseline @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:text-right @max-2xl:before:text-ink-faint @max-2xl:before:text-xs @max-2xl:before:content-[attr(data-label)]',
      )}
    >
      {children}
    </td>
  );
}
