/** One line of the report. */
export interface Measurement {
  readonly what: string;
  readonly measured: string;
  /** What it must be; empty if it is only reported. */
  readonly limit: string;
  readonly ok: boolean;
}

/** A measurement without a limit. */
export const report = (what: string, measured: string): Measurement => ({
  what,
  measured,
  limit: '',
  ok: true,
});

/** A time in milliseconds that must not exceed so many seconds. */
export const atMostSeconds = (what: string, ms: number, seconds: number): Measurement => ({
  what,
  measured: formatSeconds(ms),
  limit: `at most ${seconds} s`,
  ok: ms <= seconds * 1000,
});

/** Things of which there must be none; the first ones are shown. */
export const none = (what: string, found: readonly string[]): Measurement => ({
  what,
  measured: found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 5).join(' | ')}`,
  limit: 'none',
  ok: found.length === 0,
});

/** A number that must not be smaller. */
export const atLeast = (what: string, value: number, limit: number): Measurement => ({
  what,
  measured: String(Math.round(value * 100) / 100),
  limit: `at least ${limit}`,
  ok: value >= limit,
});

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Renders measurements as a table. */
export function renderTable(scenario: string, rows: readonly Measurement[]): string {
  const cells = rows.map(({ what, measured, limit, ok }) => [
    ok ? '✓' : '✗',
    what,
    measured,
    limit,
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  const lines = cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(Math.min(widths[at] ?? 0, 75)))
      .join('  ')
      .trimEnd(),
  );
  return [scenario, ...lines.map((line) => `  ${line}`)].join('\n');
}
