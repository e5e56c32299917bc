import type { AttentionItem } from '@redial/contract';
import { CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { href, Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { relativeTime } from '../../ui/relative-time.ts';
import { attentionTexts } from './attention-texts.ts';

/** Messages that are due are no problem before they are late: the job delivers them every minute. */
const needsAction = ({ name, count, overdue }: AttentionItem): boolean =>
  name === 'outbox' ? overdue > 0 : count > 0;

/** What needs action as cards, what is late first; then what is clear, in one line. */
export function AttentionList({ items, now }: { items: readonly AttentionItem[]; now: number }) {
  const heading = useId();
  const open = items.filter(needsAction);
  const sorted = open.toSorted((a, b) => Number(b.overdue > 0) - Number(a.overdue > 0));
  const clear = items.filter((item) => !needsAction(item));
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-xl">
        Needs action
      </h2>
      {open.length === 0 ? (
        <p className="flex items-center gap-3 rounded-lg border border-line bg-surface p-5 text-ink-soft">
          <CircleCheck className="size-5 shrink-0 text-good" aria-hidden="true" />
          Nothing waits, and nothing failed.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {sorted.map((item) => (
            <li key={item.name}>
              <AttentionCard item={item} now={now} />
            </li>
          ))}
        </ul>
      )}
      {clear.length > 0 && open.length > 0 && (
        <p className="mt-3 text-ink-soft text-sm">
          <CircleCheck className="mr-1.5 inline size-4 text-good" aria-hidden="true" />
          Nothing to do: {clear.map(({ name }) => attentionTexts[name].label).join(', ')}.
        </p>
      )}
    </section>
  );
}

function AttentionCard({
  item: { name, count, overdue, oldest, people = [] },
  now,
}: {
  item: AttentionItem;
  now: number;
}) {
  const { label, advice, to } = attentionTexts[name];
  const content = (
    <>
      <span className="flex items-baseline gap-3">
        <span className={cx('figures font-bold font-display text-3xl', overdue > 0 && 'text-bad')}>
          {count}
        </span>
        <span className="min-w-0 font-semibold">{label}</span>
      </span>
      <span className="mt-1 block text-ink-soft text-sm">{advice}</span>
      <span className="mt-3 flex flex-wrap items-center gap-2 text-ink-soft text-xs">
        {overdue > 0 && (
          <Badge tone="bad">{overdue === count ? 'Overdue' : `${overdue} overdue`}</Badge>
        )}
        {oldest !== null && (
          <time dateTime={oldest}>
            {name === 'backups' ? 'Last' : 'Oldest'}: {relativeTime(oldest, now)}
          </time>
        )}
      </span>
    </>
  );
  const className = cx(
    'block h-full rounded-lg border bg-surface p-4',
    overdue > 0 ? 'border-bad' : 'border-line',
  );
  return to ? (
    <Link to={to} className={cx(className, 'transition-colors hover:bg-sunken')}>
      {content}
    </Link>
  ) : (
    <div className={className}>
      {content}
      {people.length > 0 && (
        <span className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {people.map(({ _id: id, name: person }) => (
            <Link
              key={id}
              to={href('/dashboard/people/:id', { id })}
              className="inline-block min-h-6 rounded-sm text-accent underline-offset-4 hover:underline"
            >
              <bdi>{person}</bdi>
            </Link>
          ))}
        </span>
      )}
    </div>
  );
}
