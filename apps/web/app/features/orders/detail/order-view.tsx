import {
  describeMoney,
  describeNextStep,
  describeWaiting,
  type OrderDetails,
  orderStateNames,
} from '@redial/contract';
import { Clock3, Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { momentText } from '../../../ui/deadline-text.ts';
import type { ActionLinks } from './action-props.ts';
import { OrderActionButton } from './order-action.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderTimeline } from './order-timeline.tsx';

/**
 * An order, for its buyer, its seller, or an admin who looks on: what comes next, where the money is,
 * what has happened and what will, and the facts.
 *
 * @param panels panels of other features, such as the meeting or the dispute
 */
export function OrderView({
  order,
  links,
  panels,
}: {
  order: OrderDetails;
  links: ActionLinks;
  panels?: ReactNode;
}) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_19rem] lg:gap-10">
      <div className="grid min-w-0 gap-6">
        <NextStep order={order} links={links} />
        <MoneyPanel order={order} />
        {panels}
        <OrderTimeline order={order} />
      </div>
      <OrderFacts order={order} />
    </div>
  );
}

const tones: Partial<Record<OrderDetails['state'], 'good' | 'bad' | 'accent'>> = {
  completed: 'good',
  disputed: 'bad',
  paid: 'accent',
  in_transit: 'accent',
  delivered: 'accent',
};

function NextStep({ order, links }: { order: OrderDetails; links: ActionLinks }) {
  const { viewer, state, actions, nextAction, turn } = order;
  const isYours = nextAction !== null && (turn === viewer || turn === 'both');
  const secondary = actions.filter((action) => action !== nextAction);
  const waiting = describeWaiting(order, momentText);
  return (
    <section
      aria-labelledby="next-step"
      className="rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tones[state] ?? 'neutral'}>{orderStateNames[state]}</Badge>
        {isYours && <span className="font-semibold text-accent text-sm">Your turn</span>}
      </div>
      <h2 id="next-step" className="mt-3 text-balance text-xl">
        {describeNextStep(order, order.cancellationRequest !== null)}
      </h2>
      {waiting && (
        <p className="mt-3 flex gap-2.5 text-pretty text-ink-soft text-sm">
          <Clock3 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {waiting}
        </p>
      )}
      {nextAction && (
        <div className="mt-5 empty:hidden">
          <OrderActionButton order={order} action={nextAction} links={links} primary />
        </div>
      )}
      {secondary.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2.5 empty:hidden">
          {secondary.map((action) => (
            <OrderActionButton key={action} order={order} action={action} links={links} />
          ))}
        </div>
      )}
    </section>
  );
}

function MoneyPanel({ order }: { order: OrderDetails }) {
  return (
    <section
      aria-labelledby="money"
      className="flex gap-4 rounded-lg bg-accent-wash p-5 text-ink sm:p-6"
    >
      <Landmark className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
      <div className="min-w-0">
        <h2 id="money" className="text-base">
          Where the money is
        </h2>
        <p className="mt-1 text-pretty text-sm">{describeMoney(order, momentText)}</p>
      </div>
    </section>
  );
}
