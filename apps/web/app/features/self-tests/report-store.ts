import type { SelfTestFinding } from '@redial/contract';

const keyOf = (token: string) => `redial-self-test-${token}`;

/** What a phone keeps of a self-test until it is sent. */
export interface StoredReport {
  readonly findings: readonly SelfTestFinding[];
  /** Whether the report is complete and waits for a connection. */
  readonly queued: boolean;
}

const nothing: StoredReport = { findings: [], queued: false };

/** Reads what was found so far, also after a reload without a connection. */
export function readReport(token: string): StoredReport {
  try {
    const text = localStorage.getItem(keyOf(token));
    return text ? { ...nothing, ...(JSON.parse(text) as Partial<StoredReport>) } : nothing;
  } catch {
    return nothing;
  }
}

/** Stores what was found so far; null once it was sent. */
export function storeReport(token: string, report: StoredReport | null): void {
  try {
    if (report) localStorage.setItem(keyOf(token), JSON.stringify(report));
    else localStorage.removeItem(keyOf(token));
  } catch {
    // Storage is not available: the report lasts as long as the page.
  }
}
