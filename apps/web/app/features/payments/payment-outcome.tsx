import { paymentCompletedMessage } from '@redial/contract';
import { CircleCheck, CircleSlash, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { href } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { PaymentState } from './use-payment.ts';

/** Shown after the card was charged. */
export function Completed({
  state,
  onRetry,
}: {
  state: Extract<PaymentState, { transactionId: string }>;
  onRetry: () => void;
}) {
  return (
    <Outcome title={paymentCompletedMessage} focused>
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
          <p className="mt-1">{state.error}</p>
          {!state.final && (
            <>
              <p className="mt-2">
                Your card was charged once, and nothing is lost: the order is brought up to date by
                itself. You can also try now, without being charged again.
              </p>
              <Button size="small" className="mt-3" onClick={onRetry}>
                Try again
              </Button>
            </>
          )}
        </div>
      )}
    </Outcome>
  );
}

/** Shown for an order that is already paid. */
export function Paid() {
  return (
    <Outcome title="Paid">
      <p className="mt-2 text-ink-soft text-sm">This order is paid. There is nothing left to do.</p>
    </Outcome>
  );
}

/** Shown for an order that can no longer be paid. */
export function Closed({ message }: { message: string }) {
  return (
    <Outcome title={message} icon={CircleSlash}>
      <p className="mt-2 text-ink-soft text-sm">
        Nothing was charged. If the phone is still on offer, you can order it again.
      </p>
    </Outcome>
  );
}

function Outcome({
  title,
  icon: Icon = CircleCheck,
  focused = false,
  children,
}: {
  title: string;
  icon?: LucideIcon;
  /** Moves the focus to the outcome when it replaces the form that had it. */
  focused?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="animate-rise py-4 text-center">
      <Icon
        className={cx('mx-auto size-12', Icon === CircleCheck ? 'text-good' : 'text-ink-faint')}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <h2
        tabIndex={-1}
        ref={focused ? takeFocus : undefined}
        className="mt-4 scroll-mt-36 text-2xl outline-none"
      >
        {title}
      </h2>
      {children}
      <ButtonLink to={href('/dashboard/myorders')} variant="outline" className="mt-6">
        My Orders
      </ButtonLink>
    </section>
  );
}

const takeFocus = (heading: HTMLElement | null): void => heading?.focus();
