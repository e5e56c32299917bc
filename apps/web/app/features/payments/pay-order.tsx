import type {
  ClientConfig,
  createPaymentIntent,
  HandoverMethod,
  Order,
  ResultOf,
} from '@redial/contract';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { cardForms } from './card-forms.ts';
import type { CardHandle } from './payment-client.ts';
import { Closed, Completed, Paid } from './payment-outcome.tsx';
import { usePayment } from './use-payment.ts';
import { usePromise } from './use-promise.ts';

/**
 * The request for the payment intent, started when the page loads; its client secret is needed to
 * pay.
 */
type IntentRequest = Promise<ResultOf<typeof createPaymentIntent>>;

/** The card form of an order, or the outcome of its payment. */
export function PayOrder({
  order,
  handover,
  intent,
  payments,
}: {
  order: Order;
  /** How the phone changes hands, for what comes after the payment. */
  handover: HandoverMethod;
  /** Undefined when the order was already paid on load. */
  intent: IntentRequest | undefined;
  /** The card payment provider. */
  payments: ClientConfig['payments'];
}) {
  const [card, setCard] = useState<CardHandle | null>(null);
  const intentResult = usePromise(intent);
  const { state, pay, record } = usePayment(order);
  const { revalidate } = useRevalidator();
  const CardForm = cardForms[payments.provider];
  const publishableKey = payments.provider === 'stripe' ? payments.publishableKey : undefined;

  if (state.phase !== 'entering' && state.phase !== 'paying') {
    return (
      <Completed
        order={order}
        handover={handover}
        state={state}
        onRetry={() => record(state.transactionId)}
      />
    );
  }
  const intentError = intentResult?.ok === false ? intentResult.error : undefined;
  if (order.isPaid || intentError?.code === 'order.already-paid')
    return <Paid order={order} handover={handover} />;
  if (intentError?.code === 'order.closed')
    return <Closed order={order} message={intentError.message} />;

  const clientSecret = intentResult?.ok ? intentResult.value.clientSecret : undefined;
  const paying = state.phase === 'paying';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (card && clientSecret && !paying) pay(card, clientSecret);
  };
  return (
    <form noValidate onSubmit={submit} aria-label="Card payment">
      <Suspense fallback={<Skeleton className="h-56 rounded-md" />}>
        <CardForm
          ref={setCard}
          publishableKey={publishableKey}
          price={order.price}
          disabled={paying}
        />
      </Suspense>
      <Button
        type="submit"
        size="large"
        className="mt-5 w-full"
        disabled={!card || !clientSecret}
        pending={paying}
        pendingLabel="Paying"
      >
        Pay
      </Button>
      <div role="alert" className="mt-3 text-bad text-sm empty:hidden">
        {intentError ? (
          <IntentErrorMessage error={intentError} onRetry={revalidate} />
        ) : (
          state.phase === 'entering' && state.error && <PaymentError message={state.error} />
        )}
      </div>
    </form>
  );
}

/** Moves into view and takes the focus: on a phone it may be below the fold. */
function PaymentError({ message }: { message: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    text.current?.scrollIntoView({ block: 'center' });
    text.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p ref={text} tabIndex={-1} className="rounded-md bg-bad-wash px-4 py-3 outline-none">
      {message}
    </p>
  );
}

function IntentErrorMessage({
  error,
  onRetry,
}: {
  error: { message: string };
  onRetry: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span>{error.message}</span>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
