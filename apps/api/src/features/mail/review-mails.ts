import { orderPagePath } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { reviews } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { type NotifySettings, notify } from './notify.ts';
import { findRecipients, orderSubject } from './order-mails.ts';

type ReviewMailEvent = DomainEventOf<
  'review.written' | 'review.published' | 'review.replied' | 'review.removed'
>;
type Party = 'buyer' | 'seller';

const other = { buyer: 'seller', seller: 'buyer' } as const;

/** What each event says, and to whom: the author of the review, or the other party. */
const templates = {
  'review.written': {
    to: 'other',
    heading: 'You have a review to read',
    text: 'Write yours to read it. Both are published together.',
    label: 'Write a review',
    path: (orderId: string) => `${orderPagePath(orderId)}/review`,
  },
  'review.published': {
    to: 'other',
    heading: 'A review about you is published',
    text: 'Read it on the page of the order, where you can reply to it once.',
    label: 'Read the review',
    path: (orderId: string) => orderPagePath(orderId),
  },
  'review.replied': {
    to: 'author',
    heading: 'A reply to your review',
    text: 'The other party has replied to your review.',
    label: 'Read the reply',
    path: (orderId: string) => orderPagePath(orderId),
  },
  'review.removed': {
    to: 'author',
    heading: 'Your review was removed',
    text: 'A moderator has removed your review. The reason is on the page of the order.',
    label: 'Open the order',
    path: (orderId: string) => orderPagePath(orderId),
  },
} as const;

/** Notifies a party of a step of a review. What the other party wrote is on the site only. */
export async function enqueueReviewMails(
  tx: Transaction,
  settings: NotifySettings,
  { type, reviewId }: ReviewMailEvent,
): Promise<void> {
  const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId));
  if (!review) return;
  const { orderId, party, publishedAt } = review;
  // The other party has answered meanwhile, or the time has ended.
  if (type === 'review.written' && publishedAt) return;
  const { to, heading, text, label, path } = templates[type];
  const recipient: Party = to === 'author' ? party : other[party];
  const order = await findRecipients(tx, orderId);
  if (order[recipient].removedAt) return;
  const about = {
    kind: 'reviews',
    key: `${type.replace('.', '-')}:${reviewId}`,
    subject: orderSubject(order, recipient),
  } as const;
  await notify(tx, settings, order[recipient], about, {
    subject: `${heading}: ${order.phones[recipient]}`,
    preview: text,
    heading,
    paragraphs: [`${order.phones[recipient]}: ${text}`],
    action: { label, url: settings.publicUrl + path(orderId) },
    note: `Order ${orderId}`,
  });
}
