import {
  type HandoverMethod,
  type Order,
  orderPagePath,
  paymentCompletedMessage,
} from '@redial/contract';
import { CircleCheck, CircleSlash, type LucideIcon, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { PaymentState } from './use-payment.ts';

/** Shown after the card was charged. */
export function Completed({
  order,
  handover,
  state,
  onRetry,
}: {
  order: Order;
  handover: HandoverMethod;
  state: Extract<PaymentState, { transactionId: string }>;
  onRetry: () => void;
}) {
  return (
    <Outcome title={paymentCompletedMessage} focused>
      <dl className="mt-5 rounded-md bg-sunken px-4 py-3 text-left text-sm">
        <dt className="text-ink-soft text-xs">Transaction id</dt>
        <dd className="figures wrap-anywhere font-semibold">{state.transactionId}</dd>
      </dl>
      {state.phase === 'recorded' && <NextSteps order={order} handover={handover} />}
      {state.phase === 'recording' && (
        <p className="mt-5 flex items-center justify-center gap-2 text-ink-soft text-sm">
          <Spinner className="size-4" />
          Updating your order
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
export function Paid({ order, handover }: { order: Order; handover: HandoverMethod }) {
  return (
    <Outcome title="Paid">
      <p className="mt-2 text-ink-soft text-sm">This order is paid.</p>
      <NextSteps order={order} handover={handover} />
    </Outcome>
  );
}

/** What the buyer does after paying, the page of the order, and the receipt. */
function NextSteps({
  order: { _id: orderId, location, phone },
  handover,
}: {
  order: Order;
  handover: HandoverMethod;
}) {
  return (
    <div className="mt-5 text-left text-sm">
      <h3 className="text-base">What happens next</h3>
      <ol className="mt-2 grid list-decimal gap-1.5 pl-5 text-ink-soft">
        {handover === 'ship' ? (
          <>
            <li>
              The seller ships the phone to your address. You get a mail when it is on its way.
            </li>
            <li>When it has arrived, tell us on the page of the order, and inspect it.</li>
            <li>The seller is paid once you say that everything is fine.</li>
          </>
        ) : (
          <>
            <li>
              The seller gets a mail with your phone number, <bdi className="figures">{phone}</bdi>,
              and agrees on a time with you.
            </li>
            <li>
              You meet: <bdi className="wrap-anywhere">{location}</bdi>.
            </li>
            <li>Switch the phone on and try it before you take it home.</li>
          </>
        )}
      </ol>
      <p className="mt-5">
        <ButtonLink to={orderPagePath(orderId)} variant="accent" className="w-full">
          Open the order
        </ButtonLink>
      </p>
      <p className="mt-3">
        <Link
          to={href('/dashboard/myorders/receipt/:orderId', { orderId })}
          className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:underline"
        >
          <ReceiptText className="size-4" aria-hidden="true" />
          Receipt to print or keep
        </Link>
      </p>
    </div>
  );
}

/** Shown for an order that can no longer be paid. */
export function Closed({ order, message }: { order: Order; message: string }) {
  return (
    <Outcome title={message} icon={CircleSlash}>
      <p className="mt-2 text-ink-soft text-sm">
        Nothing was charged. If{' '}
        <Link
          to={href('/products/:id', { id: order.productId })}
          className="text-accent underline underline-offset-4"
        >
          the phone
        </Link>{' '}
        is still on offer, you can order it again.
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
