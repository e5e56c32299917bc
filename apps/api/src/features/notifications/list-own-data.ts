import type { DataExport } from '@redial/contract';
import { asc, eq } from 'drizzle-orm';
import { notificationSettings, notifications } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { toNotification } from './list-notifications.ts';

/** Lists somebody's notifications and settings for the data export, oldest first. */
export async function listOwnNotificationData(
  db: Deps['db'],
  userId: string,
): Promise<Pick<DataExport, 'notifications' | 'notificationSettings'>> {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.id));
  const settings = await db
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  return {
    notifications: rows.map((row) => {
      const { _id, ...notification } = toNotification(row);
      return notification;
    }),
    notificationSettings: settings.map(({ kind, inApp, mail, push, changedAt }) => ({
      kind,
      inApp,
      mail,
      push,
      changedAt: changedAt.toISOString(),
    })),
  };
}
