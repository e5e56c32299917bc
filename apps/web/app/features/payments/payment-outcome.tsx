import { paymentCompleted } from '@redial/contract';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { href } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PaymentState } from './use-payment.ts';

/** Shown once the card has been charged. */
export function Completed({
  state,
  onRetry,
}: {
  state: Extract<PaymentState, { transactionId: string }>;
  onRetry: () => void;
}) {
  return (
    <Good title={paymentCompleted}>
      <dl className="mt-5 rounded-md bg-sunken px-4 py-3 text-left text-sm">
        <dt className="text-ink-soft text-xs">Transaction id</dt>
        <dd className="figures wrap-anywhere font-semibold">{state.transactionId}</dd>
      </dl>
      {state.phase === 'recording' && (
        <p className="mt-5 flex items-center justify-center gap-2 text-ink-soft text-sm">
          <Spinner className="size-4" />
          Noting it on your order
        </p>
      )}
      {state.phase === 'unrecorded' && (
        <div className="mt-5 rounded-md bg-bad-wash p-4 text-left text-sm">
          <p className="font-semibold">Your order does not show it yet</p>
          <p className="mt-1">
            {state.problem}
            {!state.final &&
              ' Your card was charged once, and nothing is lost: the order is brought up to date by itself. You can also try now, without being charged again.'}
          </p>
          {!state.final && (
            <Button size="small" className="mt-3" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
    </Good>
  );
}

/** Shown for an order that was paid before. */
export function Paid() {
  return (
    <Good title="Paid">
      <p className="mt-2 text-ink-soft text-sm">This order is paid. There is nothing left to do.</p>
    </Good>
  );
}

function Good({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-live="polite" className="animate-rise py-4 text-center">
      <CircleCheck className="mx-auto size-12 text-good" strokeWidth={1.5} aria-hidden="true" />
      <h2 className="mt-4 text-2xl">{title}</h2>
      {children}
      <ButtonLink to={href('/dashboard/myorders')} look="outline" className="mt-6">
        My Orders
      </ButtonLink>
    </section>
  );
}
