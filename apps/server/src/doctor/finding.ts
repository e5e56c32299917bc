/** The result of one check. */
export interface Finding {
  readonly check: string;
  /** `failed`: Redial does not start, or loses something. `warning`: it works, but not as it should. */
  readonly status: 'ok' | 'warning' | 'failed';
  readonly message: string;
  /** What to do, unless it is ok. */
  readonly advice?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });

export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'warning',
  message,
  advice,
});

export const failed = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'failed',
  message,
  advice,
});

/** One line of text about an error, with its cause: `fetch failed` alone says nothing. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? describeError(error.cause) : '';
  const code = 'code' in error ? String(error.code) : '';
  const said = error.message || code || error.name;
  return (cause && !said.includes(cause) ? `${said}: ${cause}` : said).replaceAll(/\s+/g, ' ');
}
