import { demoSeller, type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type Row = typeof schema.reviews.$inferInsert;

const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);

/**
 * The reviews of the demo seller's sale that ended without a dispute, which both parties wrote, and
 * closes their time for reviews. Those of later orders can still be written.
 */
export function reviewRows({ orders, orderDeadlines, users }: Rows, random: Random): Row[] {
  const seller = users.find(({ email }) => email === demoSeller.email);
  return orders.flatMap((order): Row[] => {
    const { id: orderId, sellerId, buyerId, changedAt } = order;
    const isReviewed = sellerId === seller?.id && order.refundedCents === 0;
    if (order.state !== 'completed' || !isReviewed || !(changedAt instanceof Date)) return [];
    const publishedAt = later(changedAt, 30);
    const deadline = orderDeadlines.find(
      (each) => each.orderId === orderId && each.kind === 'review',
    );
    if (deadline) Object.assign(deadline, { closedAt: publishedAt, outcome: 'void' });
    const write = (party: 'buyer' | 'seller', createdAt: Date) => ({
      id: uuidAt(random, createdAt),
      orderId,
      party,
      authorId: party === 'buyer' ? buyerId : sellerId,
      subjectId: party === 'buyer' ? sellerId : buyerId,
      createdAt,
      changedAt: createdAt,
      publishedAt,
    });
    return [
      {
        ...write('buyer', later(changedAt, 4)),
        stars: 5,
        text: 'Just as described, down to the mark on the frame. We met at noon and were done in ten minutes.',
        asDescribed: 5,
        communication: 5,
        handover: 4,
        reply: 'Thank you, enjoy the phone!',
        repliedAt: later(publishedAt, 3),
      },
      {
        ...write('seller', publishedAt),
        stars: 5,
        text: 'On time, friendly, and checked the phone carefully. Any time again.',
        communication: 5,
        handover: 5,
      },
    ];
  });
}
