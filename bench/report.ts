/** One line of the table. */
export interface ResultRow {
  readonly name: string;
  readonly measured: string;
  readonly target: string;
  /** Nothing where the line is there to be known, not to be met. */
  readonly met: boolean | undefined;
  /** For the JSON: every figure behind the line. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - (sorted.length % 2 ? 0 : 1)], sorted[middle]];
  return (low + high) / 2;
};

/** The table in Markdown, as docs/performance.md has it. */
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
