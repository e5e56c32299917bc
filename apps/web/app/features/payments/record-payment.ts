import { type NewPayment, type ResultOf, recordPayment } from '@redial/contract';
import { call } from '../../session/call.ts';

/** Milliseconds to wait before each attempt. */
const retryDelaysMs = [0, 1_000, 3_000] as const;

/** Whether a retry may succeed: no response, rate limited, or a server error. */
const isRetryable = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/** Records a successful payment with the marketplace, with retries. Recording is idempotent. */
export async function recordPaymentWithRetry(
  payment: NewPayment,
): Promise<ResultOf<typeof recordPayment>> {
  let result: ResultOf<typeof recordPayment> | undefined;
  for (const wait of retryDelaysMs) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    result = await call(recordPayment, { body: payment });
    if (result.ok || !isRetryable(result.error.status)) return result;
  }
  return result as ResultOf<typeof recordPayment>;
}
