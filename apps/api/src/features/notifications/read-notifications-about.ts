import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { notifications } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { publishLive } from '../live/index.ts';

/**
 * Marks the notifications that lead to a page as read, because the user has seen on the page what they
 * are about. The daily mail does not repeat them.
 *
 * @param path the path of the page.
 */
export async function readNotificationsAbout(
  tx: Transaction,
  userId: string,
  path: string,
): Promise<void> {
  const { rowCount } = await tx
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())`, digestDue: false })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.path, path),
        or(
          and(eq(notifications.inApp, true), isNull(notifications.readAt)),
          eq(notifications.digestDue, true),
        ),
      ),
    );
  if (rowCount) await publishLive(tx, [userId], { type: 'notifications.changed' });
}
