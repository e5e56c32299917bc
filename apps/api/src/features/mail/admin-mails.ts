import { users } from '../../db/schema/index.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { activeWithRole } from '../../platform/users.ts';
import { type MailContent, renderMail } from './layout.ts';

/** Enqueues a mail to each admin. @param key makes it at most once per admin */
export async function enqueueAdminMails(
  tx: Transaction,
  key: string,
  content: MailContent,
): Promise<void> {
  const admins = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(activeWithRole('admin'))
    .for('share');
  for (const { id, email } of admins) {
    await enqueueMail(tx, `mail.${key}:${id}`, { to: email, ...renderMail(content) });
  }
}
