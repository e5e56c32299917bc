import type {
  CallProblem,
  ClientSettings,
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
import type { EnteredCard } from './payment-client.ts';
import { Closed, Completed, Paid } from './payment-outcome.tsx';
import { usePayment } from './use-payment.ts';
import { useSettled } from './use-settled.ts';

/** What the payment page asked for on load: the client secret with which the order is paid. */
type Intent = Promise<Result<ResponseOf<typeof createPaymentIntent>>>;

/** Takes a card for an order, or says that the order is paid. */
export function PayOrder({
  order,
  intent,
  payments,
}: {
  order: Order;
  /** Missing where the order was paid on load. */
  intent: Intent | undefined;
  /** Who takes the card. */
  payments: ClientSettings['payments'];
}) {
  const [card, setCard] = useState<EnteredCard | null>(null);
  const opened = useSettled(intent);
  const { state, pay, keep } = usePayment(order);
  const { revalidate } = useRevalidator();
  const CardForm = cardForms[payments.provider];
  const publishableKey = payments.provider === 'stripe' ? payments.publishableKey : undefined;

  if (state.phase !== 'entering' && state.phase !== 'paying') {
    return <Completed state={state} onRetry={() => keep(state.transactionId)} />;
  }
  const refused = opened?.ok === false ? opened.problem : undefined;
  if (order.isPaid || refused?.code === 'order.paid') return <Paid />;
  if (refused?.code === 'order.closed') return <Closed message={refused.message} />;

  const clientSecret = opened?.ok ? opened.value.clientSecret : undefined;
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
        doing="Paying"
      >
        Pay
      </Button>
      <div role="alert" className="mt-3 text-bad text-sm empty:hidden">
        {refused ? (
          <IntentProblem problem={refused} onRetry={revalidate} />
        ) : (
          state.phase === 'entering' && state.problem
        )}
      </div>
    </form>
  );
}

function IntentProblem({ problem, onRetry }: { problem: CallProblem; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span>{problem.message}</span>
      <Button look="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
