import type { NotificationKind } from '@redial/contract';
import { users } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { activeWithRole } from '../../platform/users.ts';
import type { MailContent } from './layout.ts';
import { type NotifySettings, notify } from './notify.ts';

/** Notifies each admin. @param about.key makes it at most once per admin */
export async function notifyAdmins(
  tx: Transaction,
  settings: NotifySettings,
  { kind, key }: { kind: NotificationKind; key: string },
  content: MailContent,
): Promise<void> {
  const admins = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(activeWithRole('admin'))
    .orderBy(users.id)
    .for('share');
  for (const admin of admins) {
    await notify(tx, settings, admin, { kind, key: `${key}:${admin.id}`, subject: null }, content);
  }
}
