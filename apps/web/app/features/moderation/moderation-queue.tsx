import {
  conversationPath,
  formatPrice,
  type ModeratedPerson,
  type ModerationItem,
  profilePath,
  reportReasonTexts,
} from '@redial/contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { href, Link } from 'react-router';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { kindLabels } from './decision-texts.ts';
import { RiskParts } from './risk-parts.tsx';

const DecisionDialog = lazyDialog(
  async () => (await import('./decision-dialog.tsx')).DecisionDialog,
);

/** What waits for a decision. While the list has the focus, J and K move it, and Enter decides. */
export function ModerationQueue({ items }: { items: readonly ModerationItem[] }) {
  return (
    <>
      <p className="mb-4 text-ink-soft text-sm">
        With the focus on a “Decide” button, <kbd className={keyClass}>J</kbd> goes to the next
        item, <kbd className={keyClass}>K</kbd> to the one before, and{' '}
        <kbd className={keyClass}>Enter</kbd> opens the decision.
      </p>
      <ul onKeyDown={moveFocus} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {items.map((item) => (
          <li key={`${item.target.kind} ${item.target.id}`}>
            <QueuedItem item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

const keyClass = 'rounded-sm border border-line-strong px-1.5 font-semibold text-xs';

/** Moves the focus between the buttons that decide. */
function moveFocus({ key, target, currentTarget, ...event }: KeyboardEvent<HTMLUListElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { j: 1, k: -1 }[key.toLowerCase()];
  const isButton = target instanceof HTMLElement && 'decide' in target.dataset;
  if (!step || !isButton) return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[data-decide]')];
  buttons[buttons.indexOf(target) + step]?.focus();
}

function QueuedItem({ item }: { item: ModerationItem }) {
  const { target, title, people, reports, reportCount, since, held, answered, listing } = item;
  const [isDeciding, setIsDeciding] = useState(false);
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{kindLabels[target.kind]}</Badge>
        {reportCount > 0 && (
          <Badge tone="bad">
            {reportCount} {reportCount === 1 ? 'report' : 'reports'}
          </Badge>
        )}
        {listing?.risk && <Badge>Risk score {listing.risk.score}</Badge>}
        {held && <Badge tone="accent">Held for review</Badge>}
        {answered && <Badge tone="accent">Changes made</Badge>}
      </div>
      <h2 id={heading} className="wrap-anywhere mt-3 text-lg">
        <TargetLink item={item} />
      </h2>
      <p className="mt-1 text-ink-soft text-sm">
        Waits since <time dateTime={since}>{formatDateTime(since)}</time>
      </p>
      <Evidence item={item} />
      {listing?.risk && <RiskParts parts={listing.risk.parts} />}
      <ul className="mt-4 grid gap-2">
        {people.map((person) => (
          <li key={person._id}>
            <PersonLine person={person} />
          </li>
        ))}
      </ul>
      {reports.length > 0 && (
        <ul className="mt-4 grid gap-3 border-line border-t pt-4 text-sm">
          {reports.map((report) => (
            <li key={report._id}>
              <span className="font-semibold">{reportReasonTexts[report.reason]}</span>{' '}
              <span className="text-ink-soft">
                by {reporters[report.by]}, {formatDateTime(report.at)}
              </span>
              {report.text && (
                <p dir="auto" className="wrap-anywhere mt-0.5 whitespace-pre-line">
                  {report.text}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button
        data-decide=""
        variant="accent"
        aria-haspopup="dialog"
        aria-label={`Decide: ${title}`}
        className="mt-5"
        onClick={() => setIsDeciding(true)}
      >
        Decide
      </Button>
      <DecisionDialog open={isDeciding} item={item} onClose={() => setIsDeciding(false)} />
    </article>
  );
}

const reporters = {
  user: 'a signed-in person',
  visitor: 'a visitor',
  marketplace: 'the marketplace',
} as const;

function TargetLink({
  item: { target, title, listing, review, people },
}: {
  item: ModerationItem;
}) {
  const { kind, id } = target;
  const to =
    kind === 'listing'
      ? href('/products/:id', { id })
      : kind === 'conversation'
        ? conversationPath(id)
        : profilePath(review?.subjectId ?? id);
  const text =
    kind === 'review'
      ? `Review by ${title} about ${review?.subjectName}`
      : kind === 'conversation'
        ? `Messages about ${title}`
        : title;
  // A removed phone and a deleted person have no page.
  if (listing?.removed || listing?.hidden || (kind === 'person' && people[0]?.deleted)) return text;
  return (
    <Link to={to} className="rounded-sm underline-offset-4 hover:underline">
      {text}
    </Link>
  );
}

function Evidence({ item: { target, listing, review } }: { item: ModerationItem }) {
  if (listing) {
    const { suspiciousPrice: found } = listing;
    return (
      <div className="mt-4 flex flex-wrap gap-4">
        <ProductImage
          src={listing.img}
          alt=""
          sizes="7rem"
          className="size-28 shrink-0 rounded-md max-[18rem]:hidden"
        />
        <div className="min-w-[min(14rem,100%)] flex-1 text-sm">
          <p>
            <span className="figures font-semibold">{formatPrice(listing.price)}</span>{' '}
            <span className="text-ink-soft">
              {listing.location}
              {listing.removed && ', deleted'}
              {!listing.removed && listing.hidden && ', hidden'}
              {listing.status === 'Sold' && ', sold'}
            </span>
          </p>
          {found && (
            <p className="mt-1 text-bad">
              {formatPrice(found.asked)} is {Math.round((found.asked / found.expected) * 100)}% of
              the expected {formatPrice(found.expected)}
            </p>
          )}
          <p dir="auto" className="wrap-anywhere mt-2 line-clamp-5 whitespace-pre-line">
            {listing.description}
          </p>
        </div>
      </div>
    );
  }
  if (review) {
    return (
      <figure className="mt-4 text-sm">
        <figcaption className="text-ink-soft">
          {review.stars} of 5 {review.stars === 1 ? 'star' : 'stars'}
        </figcaption>
        <blockquote dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
          {review.text || 'Without a text'}
        </blockquote>
      </figure>
    );
  }
  return target.kind === 'conversation' ? (
    <p className="mt-3 text-ink-soft text-sm">
      The link above opens the messages. Who reads them is recorded.
    </p>
  ) : null;
}

const PersonLink = ({ id, name }: { id: string; name: string }) => (
  <Link
    to={href('/dashboard/people/:id', { id })}
    className="wrap-anywhere min-w-0 rounded-sm font-semibold underline-offset-4 hover:underline"
  >
    <bdi>{name}</bdi>
  </Link>
);

function PersonLine({ person }: { person: ModeratedPerson }) {
  const { name, role, varified, suspended, deleted, since, decisions } = person;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <PersonLink id={person._id} name={name} />
      {varified && <VerifiedBadge />}
      {suspended && <Badge tone="bad">Suspended</Badge>}
      {deleted && <Badge>Deleted account</Badge>}
      <span className="text-ink-soft">
        {role} since {formatDateTime(since)}
        {decisions > 0 && `, ${decisions} earlier ${decisions === 1 ? 'decision' : 'decisions'}`}
      </span>
    </p>
  );
}
