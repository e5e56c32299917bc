import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';

type ScriptState =
  | { readonly state: 'loading' | 'failed'; readonly stripe?: never }
  | { readonly state: 'loaded'; readonly stripe: Stripe };

/** Loads Stripe.js from Stripe's servers, as Stripe requires; `retry` after a failure. */
export function useStripeScript(publishableKey: string): ScriptState & { retry: () => void } {
  const [script, setScript] = useState<ScriptState>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt must load again
  useEffect(() => {
    let isCurrent = true;
    const settle = (stripe: Stripe | null) => {
      if (isCurrent) setScript(stripe ? { state: 'loaded', stripe } : { state: 'failed' });
    };
    loadStripe(publishableKey).then(settle, () => settle(null));
    return () => {
      isCurrent = false;
    };
  }, [publishableKey, attempt]);
  const retry = () => {
    setScript({ state: 'loading' });
    setAttempt(attempt + 1);
  };
  return { ...script, retry };
}
