import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { dropPartitions } from '../../db/partitions.ts';
import { notificationSettings, notifications } from '../../db/schema/index.ts';

/**
 * Deletes notifications of months that ended before a time, and all of removed users with their settings.
 *
 * @returns the number of dropped partitions and deleted rows.
 */
export async function purgeNotifications(db: Database, before: Date): Promise<number> {
  const removed = sql`(select id from users where removed_at is not null)`;
  const dropped = await dropPartitions(db, 'notifications', before);
  const deleted = await db.delete(notifications).where(inArray(notifications.userId, removed));
  const settings = await db
    .delete(notificationSettings)
    .where(inArray(notificationSettings.userId, removed));
  return dropped + (deleted.rowCount ?? 0) + (settings.rowCount ?? 0);
}
