import { orderPagePath } from '@redial/contract';
import type * as schema from '../db/schema/index.ts';
import { tradeMailTemplates } from '../features/mail/index.ts';
import type { OrderRows } from './order-rows.ts';

type Row = (typeof schema.notifications)['$inferInsert'];

/** Notifications of this age in milliseconds or younger are unread. */
const unreadForMs = 2 * 86_400_000;
/** Age in milliseconds above which notifications would have been deleted. */
const maxAgeMs = 180 * 86_400_000;

/**
 * The notifications about the steps of demo orders, in the words of the mails.
 *
 * @param people ids of the accounts that get them.
 */
export function notificationRows(
  { orders, orderEvents }: Pick<OrderRows, 'orders' | 'orderEvents'>,
  people: ReadonlySet<string>,
  now: Date,
): readonly Row[] {
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  return orderEvents.flatMap(({ orderId, kind, at }, index) => {
    const order = orderOf.get(orderId);
    const createdAt = at instanceof Date ? at : now;
    const age = now.getTime() - createdAt.getTime();
    if (!order || !isMailed(kind) || age > maxAgeMs) return [];
    const template: { subject: string; buyer?: string; seller?: string } = tradeMailTemplates[kind];
    return (['buyer', 'seller'] as const).flatMap((party) => {
      const userId = order[`${party}Id`];
      const text = template[party];
      if (!text || !people.has(userId)) return [];
      return [
        {
          userId,
          kind: 'orders' as const,
          dedupe: `demo:${index}:${party}`,
          title: template.subject,
          body: text,
          path: orderPagePath(orderId),
          subjectType: 'order' as const,
          subjectId: orderId,
          subjectTitle: order.productName,
          inApp: true,
          digestDue: false,
          createdAt,
          readAt: age > unreadForMs ? createdAt : null,
        },
      ];
    });
  });
}

const isMailed = (kind: string): kind is keyof typeof tradeMailTemplates =>
  kind in tradeMailTemplates;
