import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { enqueueMail, urgentMailPriority } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { recordNotification } from '../notifications/index.ts';
import { type MailContent, renderMail } from './layout.ts';

/**
 * Notifies the owner of an account about it: always by mail, and in the notification centre once
 * there is a user record. Nobody can switch it off, because somebody else may be signed in.
 *
 * @param to.uid the account at the identity provider.
 * @param about.key makes it at most once.
 * @param about.path of the page to which the notification leads; the mail has the action of its content.
 */
export async function notifyAccount(
  tx: Transaction,
  to: { uid: string; email: string },
  about: { key: string; path: string },
  content: MailContent,
): Promise<void> {
  const { key, path } = about;
  await enqueueMail(
    tx,
    `mail.${key}`,
    { to: to.email, ...renderMail(content) },
    urgentMailPriority,
  );
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.identityUid, to.uid), active))
    .for('share');
  if (!user) return;
  await recordNotification(tx, {
    userId: user.id,
    kind: 'account',
    key,
    title: content.heading,
    text: content.preview,
    path,
    subject: null,
  });
}
