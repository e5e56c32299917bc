import { inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { notificationSettings, notifications } from '../../db/schema/index.ts';

/**
 * Deletes old notifications, and all of removed users with their settings.
 *
 * @param days age from which a notification is deleted.
 * @returns the number of deleted rows.
 */
export async function purgeNotifications(db: Database, days: number): Promise<number> {
  const removed = sql`(select id from users where removed_at is not null)`;
  const old = lt(notifications.createdAt, sql`now() - make_interval(days => ${days})`);
  const deleted = await db
    .delete(notifications)
    .where(or(old, inArray(notifications.userId, removed)));
  const settings = await db
    .delete(notificationSettings)
    .where(inArray(notificationSettings.userId, removed));
  return (deleted.rowCount ?? 0) + (settings.rowCount ?? 0);
}
