import { orderPagePath } from '@redial/contract';
import { demoModerator } from '@redial/demo-data';
import { desc, eq } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { describeNewItem, newItemTitle, tradeMailTemplates } from '../features/mail/index.ts';
import { findWaiting, queuePath } from '../features/moderation/index.ts';
import type { OrderRows } from './order-rows.ts';
import type { Rows } from './rows.ts';

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

/** Notifies the demo moderator of the newest report, as the queue is now. */
export async function insertQueueNotification(
  db: Executor,
  { users }: Pick<Rows, 'users'>,
): Promise<void> {
  const [report] = await db
    .select()
    .from(schema.reports)
    .where(eq(schema.reports.state, 'open'))
    .orderBy(desc(schema.reports.createdAt), desc(schema.reports.id))
    .limit(1);
  const id = report && (report.productId ?? report.userId ?? report.reviewId);
  const waiting = id && (await findWaiting(db, id));
  const moderator = users.find(({ email }) => email === demoModerator.email);
  if (!waiting || !moderator?.id) throw new Error('the demo data has nothing to moderate');
  const cause = report.productId ? 'listing' : report.userId ? 'person' : 'review';
  await db.insert(schema.notifications).values({
    userId: moderator.id,
    kind: 'moderation',
    dedupe: `demo:moderation-queue:${id}`,
    title: newItemTitle,
    body: describeNewItem(cause, waiting),
    path: queuePath,
    inApp: true,
    digestDue: false,
    createdAt: report.createdAt,
  });
}

const isMailed = (kind: string): kind is keyof typeof tradeMailTemplates =>
  kind in tradeMailTemplates;
