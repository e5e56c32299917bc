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
import { isNight, watchTheme } from '../../../layout/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CardFormProps, EnteredCard } from '../payment-client.ts';
import { unreachable } from '../payment-words.ts';
import { cardStyle } from './card-style.ts';
import { enteredCard, type StripeCalls } from './entered-card.ts';
import { useStripeScript } from './use-stripe-script.ts';

/** Stripe's card field. What is typed stays in Stripe's own frame. */
export function CardForm({ ref, publishableKey = '', disabled }: CardFormProps) {
  const { state, stripe, retry } = useStripeScript(publishableKey);
  if (state === 'failed') {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-bad-wash p-4 text-sm"
      >
        {unreachable}
        <Button look="outline" size="small" onClick={retry}>
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
}: Pick<CardFormProps, 'ref' | 'disabled'> & { stripe: StripeCalls }) {
  const id = useId();
  const [element, setElement] = useState<StripeCardElement>();
  const [problem, setProblem] = useState<string>();
  const night = useSyncExternalStore(watchTheme, isNight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with the theme
  const style = useMemo(cardStyle, [night]);
  const card = useMemo(
    () => element && enteredCard(stripe, element, setProblem),
    [stripe, element],
  );
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        Card
      </label>
      {/* A frame of another colour scheme than its page is painted white: by night Stripe's would be. */}
      <CardElement
        id={id}
        className="scheme-light rounded-md border border-line-strong bg-surface px-4 py-3.5 transition-colors [&.StripeElement--focus]:outline-2 [&.StripeElement--focus]:outline-accent [&.StripeElement--focus]:outline-offset-2 [&.StripeElement--invalid]:border-bad"
        options={{ style, disabled, hidePostalCode: true, disableLink: true }}
        onReady={setElement}
        onChange={({ error }) => setProblem(error?.message)}
      />
      <p role="alert" className="mt-1 min-h-5 text-bad text-xs">
        {problem}
      </p>
      {card && <Given ref={ref} card={card} />}
    </div>
  );
}

/** Gives the card away for as long as Stripe's field is there. */
function Given({ ref, card }: { ref: Ref<EnteredCard>; card: EnteredCard }) {
  useImperativeHandle(ref, () => card, [card]);
  return null;
}
