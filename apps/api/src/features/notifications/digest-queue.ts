import { and, asc, eq, inArray } from 'drizzle-orm';
import { notificationSettings, notifications } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../platform/transaction.ts';

export type DueNotification = typeof notifications.$inferSelect;

/** The ids of the people for whom notifications wait for the daily mail. */
export async function listDigestRecipients({ db }: Pick<Deps, 'db'>): Promise<readonly string[]> {
  const rows = await db
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .where(eq(notifications.digestDue, true))
    .orderBy(asc(notifications.userId));
  return rows.map(({ userId }) => userId);
}

/**
 * Takes somebody's notifications that wait for the daily mail off the queue, oldest first. Those of kinds
 * whose mails the user has stopped since are left out.
 */
export async function takeDigest(
  tx: Transaction,
  userId: string,
): Promise<readonly DueNotification[]> {
  const due = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.digestDue, true)))
    .orderBy(asc(notifications.id))
    .for('update');
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.update(notifications).set({ digestDue: false }).where(inArray(notifications.id, ids));
  }
  const stopped = await tx
    .select({ kind: notificationSettings.kind })
    .from(notificationSettings)
    .where(and(eq(notificationSettings.userId, userId), eq(notificationSettings.mail, 'off')));
  return due.filter(({ kind }) => !stopped.some((setting) => setting.kind === kind));
}
