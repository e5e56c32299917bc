import type { NotificationKind } from '@redial/contract';
import { eq, type SQL } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import {
  createUnsubscribeLinks,
  type NotificationSubject,
  recordNotification,
} from '../notifications/index.ts';
import { type MailContent, renderMail } from './layout.ts';

export type NotifySettings = Pick<Settings, 'publicUrl' | 'sessionSecret' | 'requireVerifiedEmail'>;

/**
 * Tells somebody something, as chosen in the notification settings: in the notification centre, by a
 * mail at once or in the daily one. All say the same. Where addresses must be verified, one that is not
 * gets no mail.
 *
 * @param about.key makes it at most once.
 * @param about.oncePerPage see `recordNotification`.
 */
export async function notify(
  tx: Transaction,
  settings: NotifySettings,
  to: { id: string; email: string },
  about: {
    kind: NotificationKind;
    key: string;
    subject: NotificationSubject | null;
    oncePerPage?: boolean;
  },
  content: MailContent,
): Promise<void> {
  const { kind, key, subject, oncePerPage = false } = about;
  const frequency = await recordNotification(tx, {
    userId: to.id,
    kind,
    key,
    title: content.heading,
    text: content.preview,
    path: content.action.url.slice(settings.publicUrl.length),
    subject,
    oncePerPage,
  });
  if (frequency !== 'now' || !(await hasMailbox(tx, settings, eq(users.id, to.id)))) return;
  const links = await createUnsubscribeLinks(settings, { userId: to.id, scope: kind });
  await enqueueMail(tx, `mail.${key}`, {
    to: to.email,
    unsubscribeUrl: links.endpoint,
    ...renderMail({ ...content, unsubscribeUrl: links.page }),
  });
}

/**
 * Whether mails may go to the address of a user: where addresses must be verified, nobody may have
 * confirmed that it is the user's own.
 *
 * @param user finds the user.
 */
export async function hasMailbox(
  tx: Transaction,
  { requireVerifiedEmail }: Pick<Settings, 'requireVerifiedEmail'>,
  user: SQL,
): Promise<boolean> {
  if (!requireVerifiedEmail) return true;
  const [found] = await tx.select({ emailVerified: users.emailVerified }).from(users).where(user);
  return found?.emailVerified === true;
}
