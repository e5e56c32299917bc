import { type ApiError, type SelfTestFinding, sendSelfTest } from '@redial/contract';
import { call } from '../../session/call.ts';
import { sleep } from '../../session/reconnect-delay.ts';
import { storeReport } from './report-store.ts';

/**
 * What a report on the phone waits for, and in how many seconds it is sent again at the latest. What
 * `navigator.onLine` says is not used: it is true in a network without internet.
 */
export interface Waiting {
  readonly reason: 'connection' | 'server';
  readonly seconds: number;
}

const maxDelayMs = 15_000;

/** Without a connection, too many requests, or a server that fails: later it may work. */
const isTransient = ({ status }: ApiError<string>): boolean =>
  status === 0 || status === 429 || status >= 500;

/**
 * Sends a report until it has arrived: again after 1, 2, 4, 8 and then every 15 seconds, and as soon as
 * the phone is online again. Meanwhile it is stored on the phone, so that a reload goes on.
 *
 * @param wasTried whether it was sent before, so that its link may be used up by a response that was lost.
 * @returns null when it has arrived, or was aborted; otherwise why it is refused.
 */
export async function sendReport(
  token: string,
  findings: readonly SelfTestFinding[],
  {
    wasTried,
    signal,
    onWaiting,
  }: { wasTried: boolean; signal: AbortSignal; onWaiting: (waiting: Waiting) => void },
): Promise<string | null> {
  const body = { results: findings.map((finding) => ({ ...finding })) };
  let isRepeated = wasTried;
  let isBack = false;
  addEventListener('online', () => (isBack = true), { signal });
  for (let failures = 0; !signal.aborted; isRepeated = true) {
    isBack = false;
    const result = await call(sendSelfTest, { params: { token }, body });
    const hasArrived = result.ok || (isRepeated && result.error.code === 'self-test.used');
    if (hasArrived) {
      storeReport(token, null);
      return null;
    }
    if (!isTransient(result.error)) {
      storeReport(token, { findings, queued: false });
      return result.error.message;
    }
    storeReport(token, { findings, queued: true });
    const delayMs = Math.min(maxDelayMs, 1000 * 2 ** failures);
    const reason = result.error.status === 0 ? 'connection' : 'server';
    if (!signal.aborted) onWaiting({ reason, seconds: delayMs / 1000 });
    await sleep(delayMs, signal);
    failures = isBack ? 0 : failures + 1;
  }
  return null;
}
