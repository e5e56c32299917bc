import { type NotificationKind, notificationKindTexts, staffRoles } from '@redial/contract';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { MailContent } from './layout.ts';
import { type NotifySettings, notify } from './notify.ts';

/** The kinds that admins and staff get because of their role. */
type StaffKind = Extract<NotificationKind, 'moderation' | 'escalations' | 'operation'>;

/**
 * Notifies each admin, and the staff whom the kind concerns. Who is suspended cannot act and gets nothing.
 *
 * @param about.key makes it at most once for each of them.
 * @param about.oncePerPage see `recordNotification`.
 * @param about.exceptId a user who is left out.
 */
export async function notifyStaff(
  tx: Transaction,
  settings: NotifySettings,
  about: { kind: StaffKind; key: string; oncePerPage?: boolean; exceptId?: string | null },
  content: MailContent,
): Promise<void> {
  const { kind, key, oncePerPage = false, exceptId } = about;
  const roles: readonly string[] = notificationKindTexts[kind].roles;
  const concerned = staffRoles.filter((role) => roles.includes(role));
  const recipients = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        active,
        eq(users.suspended, false),
        or(eq(users.role, 'admin'), inArray(users.staffRole, concerned)),
        exceptId ? ne(users.id, exceptId) : undefined,
      ),
    )
    .orderBy(users.id)
    // Concurrent events would each find that nothing is unread yet.
    .for('no key update');
  for (const user of recipients) {
    const one = { kind, key: `${key}:${user.id}`, subject: null, oncePerPage };
    await notify(tx, settings, user, one, content);
  }
}
