import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';

type Script =
  | { readonly state: 'loading' | 'failed'; readonly stripe?: never }
  | { readonly state: 'loaded'; readonly stripe: Stripe };

/** Loads Stripe's script from Stripe, as it must be; `retry` where it did not come. */
export function useStripeScript(publishableKey: string): Script & { retry: () => void } {
  const [script, setScript] = useState<Script>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    let wanted = true;
    const settle = (stripe: Stripe | null) => {
      if (wanted) setScript(stripe ? { state: 'loaded', stripe } : { state: 'failed' });
    };
    loadStripe(publishableKey).then(settle, () => settle(null));
    return () => {
      wanted = false;
    };
  }, [publishableKey, attempt]);
  const retry = () => {
    setScript({ state: 'loading' });
    setAttempt(attempt + 1);
  };
  return { ...script, retry };
}
