/** A row of the results table. */
export interface ResultRow {
  readonly name: string;
  readonly measured: string;
  readonly target: string;
  /** `undefined` if the row has no target. */
  readonly met: boolean | undefined;
  /** All underlying figures, for the JSON file. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - (sorted.length % 2 ? 0 : 1)], sorted[middle]];
  return (low + high) / 2;
};

/** Formats the results as the Markdown table of docs/performance.md. */
export function toMarkdownTable(rows: readonly ResultRow[]): string {
  const mark = { true: 'met', false: '**not met**', undefined: '' };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['what', 'measured', 'target', '']),
    line(['---', '---', '---', '---']),
    ...rows.map(({ name, measured, target, met }) =>
      line([name, measured, target, mark[`${met}` as keyof typeof mark]]),
    ),
  ].join('\n');
}
