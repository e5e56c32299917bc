import { type NotificationList, notificationsPerPage } from '@redial/contract';
import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { notifications } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/**
 * Lists the caller's notifications, newest first.
 *
 * @param input.before the id of the notification before which the list continues.
 * @param input.unread whether only unread ones are listed.
 */
export async function listNotifications(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { before?: number; unread?: 'only' },
): Promise<NotificationList> {
  const rows = await db
    .select()
    .from(notifications)
    .where(
      and(
        ofUser(actor),
        input.before === undefined ? undefined : lt(notifications.id, input.before),
        input.unread ? isNull(notifications.readAt) : undefined,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(notificationsPerPage + 1);
  const page = rows.slice(0, notificationsPerPage);
  return {
    unread: await countUnread({ db }, actor),
    notifications: page.map(toNotification),
    nextBefore: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Counts the caller's unread notifications. */
export const countUnread = ({ db }: Pick<Deps, 'db'>, actor: User): Promise<number> =>
  db.$count(notifications, and(ofUser(actor), isNull(notifications.readAt)));

/** The condition that a notification is shown to a user. */
export const ofUser = ({ id }: Pick<User, 'id'>) =>
  and(eq(notifications.userId, id), eq(notifications.inApp, true));

/** A notification as its recipient sees it. */
export function toNotification(row: typeof notifications.$inferSelect) {
  const { subjectType: type, subjectId, subjectTitle } = row;
  return {
    _id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.body,
    path: row.path,
    subject: type && subjectId ? { type, id: subjectId, title: subjectTitle ?? '' } : null,
    at: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}
