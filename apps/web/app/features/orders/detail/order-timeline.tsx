import { describeDeadline, type OrderDetails, timelineTexts } from '@redial/contract';
import { Clock3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { dateTimeText, momentText } from '../../../ui/deadline-text.ts';
import { describeEvent } from './timeline-texts.ts';

/** What has happened to an order, and what happens on its own unless somebody acts before. */
export function OrderTimeline({ order }: { order: OrderDetails }) {
  const { timeline, deadlines, viewer, chargebackOpenedAt } = order;
  return (
    <section
      aria-labelledby="timeline"
      className="rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="timeline" className="text-lg">
        What has happened, and what comes
      </h2>
      <ol className="mt-4 border-line border-l pl-5">
        {timeline.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the history is append-only
          <Entry key={index} at={event.at} title={timelineTexts[event.kind]}>
            {describeEvent(event, viewer)}
          </Entry>
        ))}
        {deadlines.map(({ kind, dueAt }) => (
          <Entry key={kind} at={dueAt} title={`By ${momentText(dueAt)}`} upcoming>
            {describeDeadline(kind, viewer)}
            {chargebackOpenedAt && ' Paused while the chargeback is open, if it moves money.'}
          </Entry>
        ))}
      </ol>
    </section>
  );
}

function Entry({
  at,
  title,
  upcoming = false,
  children,
}: {
  at: string;
  title: string;
  upcoming?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="relative pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className={cx(
          '-left-5 -translate-x-1/2 absolute top-1 grid size-4 place-items-center rounded-full',
          upcoming ? 'bg-surface text-ink-faint' : 'border-4 border-surface bg-accent',
        )}
      >
        {upcoming && <Clock3 className="size-4" />}
      </span>
      <p className="font-semibold text-sm">{title}</p>
      {!upcoming && (
        <p className="text-ink-soft text-xs">
          <time dateTime={at}>{dateTimeText(at)}</time>
        </p>
      )}
      <p className="wrap-anywhere mt-0.5 text-ink-soft text-sm empty:hidden">{children}</p>
    </li>
  );
}
