import { type NewPayment, type Result, recordPayment } from '@redial/contract';
import { call } from '../../session/call.ts';

/** Milliseconds to wait before each attempt. */
const waits = [0, 1_000, 3_000] as const;

/** Whether asking again later may help: nobody answered, or the server was not able to. */
const mayPass = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Tells the marketplace of a payment that the provider has taken, more than once if need be: said
 * twice, it is recorded once.
 */
export async function record(payment: NewPayment): Promise<Result<unknown>> {
  let result: Result<unknown> | undefined;
  for (const wait of waits) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    result = await call(recordPayment, { body: payment });
    if (result.ok || !mayPass(result.problem.status)) return result;
  }
  return result as Result<unknown>;
}
