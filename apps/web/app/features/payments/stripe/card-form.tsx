import { CardElement, Elements } from '@stripe/react-stripe-js';
import type { StripeCardElement } from '@stripe/stripe-js';
import {
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { isDark, subscribeToTheme } from '../../../layout/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CardFormProps, CardHandle } from '../payment-client.ts';
import { providerUnreachable } from '../payment-messages.ts';
import { createCardHandle, type StripePayments } from './card-handle.ts';
import { cardStyle } from './card-style.ts';
import { useStripeScript } from './use-stripe-script.ts';

/** Stripe's card field. The input stays inside Stripe's iframe. */
export function CardForm({ ref, publishableKey = '', disabled }: CardFormProps) {
  const { state, stripe, retry } = useStripeScript(publishableKey);
  if (state === 'failed') {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-bad-wash p-4 text-sm"
      >
        {providerUnreachable}
        <Button variant="outline" size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!stripe) return <Skeleton className="h-24 rounded-md" />;
  return (
    <Elements stripe={stripe} options={{ locale: 'en' }}>
      <CardField ref={ref} stripe={stripe} disabled={disabled} />
    </Elements>
  );
}

function CardField({
  ref,
  stripe,
  disabled,
}: Pick<CardFormProps, 'ref' | 'disabled'> & { stripe: StripePayments }) {
  const id = useId();
  const [element, setElement] = useState<StripeCardElement>();
  const [error, setError] = useState<string>();
  const dark = useSyncExternalStore(subscribeToTheme, isDark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the design tokens change with the theme
  const style = useMemo(cardStyle, [dark]);
  const card = useMemo(
    () => element && createCardHandle(stripe, element, setError),
    [stripe, element],
  );
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        Card
      </label>
      {/* An iframe whose colour scheme differs from its page's gets a white background; in the dark theme Stripe's would. */}
      <CardElement
        id={id}
        className="scheme-light rounded-md border border-line-strong bg-surface px-4 py-3.5 transition-colors [&.StripeElement--focus]:outline-2 [&.StripeElement--focus]:outline-accent [&.StripeElement--focus]:outline-offset-2 [&.StripeElement--invalid]:border-bad"
        options={{ style, disabled, hidePostalCode: true, disableLink: true }}
        onReady={setElement}
        onChange={({ error }) => setError(error?.message)}
      />
      <p role="alert" className="mt-1 min-h-5 text-bad text-xs">
        {error}
      </p>
      {card && <ExposeHandle ref={ref} card={card} />}
    </div>
  );
}

/** Exposes the handle while Stripe's field is mounted. */
function ExposeHandle({ ref, card }: { ref: Ref<CardHandle>; card: CardHandle }) {
  useImperativeHandle(ref, () => card, [card]);
  return null;
}
