import type { SandboxFaults } from '../../src/adapters/card-payments/sandbox.ts';
import { CardPaymentsUnavailable } from '../../src/ports/card-payments.ts';
import type { Fixtures } from './actions.ts';

/** Injects one provider fault at a time. */
export function createFaultInjector(): {
  faults: SandboxFaults;
  fail: Fixtures['failNextCall'];
  disarm: () => void;
} {
  let armed: 'before' | 'after' | undefined;
  return {
    faults: (_call, when) => {
      if (armed !== when) return;
      armed = undefined;
      throw new CardPaymentsUnavailable('armed');
    },
    fail: (when) => {
      armed = when;
    },
    disarm: () => {
      armed = undefined;
    },
  };
}
