import { type SelfTestFinding, sendSelfTest } from '@redial/contract';
import { call } from '../../session/call.ts';
import {
  type Attempt,
  keepSending,
  type Waiting,
  waitingReason,
} from '../../session/keep-sending.ts';
import { storeReport } from './report-store.ts';

/**
 * Sends a report until it has arrived. Meanwhile it is stored on the phone, so that a reload goes on.
 *
 * @param wasTried whether it was sent before, so that its link may be used up by a response that was lost.
 * @returns null when it has arrived, or was aborted; otherwise why it is refused.
 */
export async function sendReport(
  token: string,
  findings: readonly SelfTestFinding[],
  {
    wasTried,
    ...options
  }: { wasTried: boolean; signal: AbortSignal; onWaiting: (waiting: Waiting) => void },
): Promise<string | null> {
  const body = { results: findings.map((finding) => ({ ...finding })) };
  let isRepeated = wasTried;
  const attempt = async (): Promise<Attempt<string | null>> => {
    const result = await call(sendSelfTest, { params: { token }, body });
    const hasArrived = result.ok || (isRepeated && result.error.code === 'self-test.used');
    isRepeated = true;
    if (hasArrived) {
      storeReport(token, null);
      return { result: null };
    }
    const waitsFor = waitingReason(result.error);
    storeReport(token, { findings, queued: waitsFor !== undefined });
    return waitsFor ? { waitsFor } : { result: result.error.message };
  };
  return (await keepSending(attempt, options)) ?? null;
}
