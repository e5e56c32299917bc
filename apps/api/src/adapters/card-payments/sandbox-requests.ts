import { AmountRefused, type CardPayments } from '../../ports/card-payments.ts';
import type { Payouts } from '../../ports/payouts.ts';
import { RequestRejected } from './sandbox-store.ts';

type MethodOf<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Port];

/** The ports' methods that send a request to the provider. */
export type SandboxRequest = Exclude<MethodOf<CardPayments> | MethodOf<Payouts>, 'verifyWebhook'>;

/**
 * Lets a test make a request fail or hang, before or after it takes effect: throw, or return a
 * promise that never settles.
 */
export type SandboxFaults = (
  call: SandboxRequest,
  when: 'before' | 'after',
) => void | Promise<void>;

export interface SandboxRequestOptions {
  readonly faults: SandboxFaults;
  readonly timeoutMs: number;
  /** The port's error for an unknown outcome. */
  readonly unavailable: new (
    message: string,
    options?: ErrorOptions,
  ) => Error;
}

/**
 * Simulates network requests: they can be slow, or fail with an unknown outcome.
 *
 * @returns a function that runs the work of a request.
 */
export function createSandboxRequests({ faults, timeoutMs, unavailable }: SandboxRequestOptions) {
  async function attempt<T>(name: SandboxRequest, work: () => Promise<T>): Promise<T> {
    await faults(name, 'before');
    const result = await work();
    await faults(name, 'after');
    return result;
  }

  return async <T>(name: SandboxRequest, work: () => Promise<T>): Promise<T> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('timed out')), timeoutMs);
    try {
      return await Promise.race([late, attempt(name, work)]);
    } catch (error) {
      const isRefusal = error instanceof RequestRejected || error instanceof AmountRefused;
      if (isRefusal || error instanceof unavailable) throw error;
      throw new unavailable(`the sandbox card provider failed: ${name}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}
