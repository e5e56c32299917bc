import type {
  ApiError,
  ClientConfig,
  createPaymentIntent,
  Order,
  ResponseOf,
  Result,
} from '@redial/contract';
import { type FormEvent, Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { cardForms } from './card-forms.ts';
import type { CardHandle } from './payment-client.ts';
import { Closed, Completed, Paid } from './payment-outcome.tsx';
import { usePayment } from './use-payment.ts';
import { usePromise } from './use-promise.ts';

/** What the payment page asked for on load: the client secret with which the order is paid. */
type IntentRequest = Promise<Result<ResponseOf<typeof createPaymentIntent>>>;

/** Takes a card for an order, or says that the order is paid. */
export function PayOrder({
  order,
  intent,
  payments,
}: {
  order: Order;
  /** Missing where the order was paid on load. */
  intent: IntentRequest | undefined;
  /** Who takes the card. */
  payments: ClientConfig['payments'];
}) {
  const [card, setCard] = useState<CardHandle | null>(null);
  const intentResult = usePromise(intent);
  const { state, pay, record } = usePayment(order);
  const { revalidate } = useRevalidator();
  const CardForm = cardForms[payments.provider];
  const publishableKey = payments.provider === 'stripe' ? payments.publishableKey : undefined;

  if (state.phase !== 'entering' && state.phase !== 'paying') {
    return <Completed state={state} onRetry={() => record(state.transactionId)} />;
  }
  const intentError = intentResult?.ok === false ? intentResult.error : undefined;
  if (order.isPaid || intentError?.code === 'order.already-paid') return <Paid />;
  if (intentError?.code === 'order.closed') return <Closed message={intentError.message} />;

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
          <IntentErrorMessage problem={intentError} onRetry={revalidate} />
        ) : (
          state.phase === 'entering' && state.error
        )}
      </div>
    </form>
  );
}

function IntentErrorMessage({ problem, onRetry }: { problem: ApiError; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span>{problem.message}</span>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
