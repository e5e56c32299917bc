import type { DomainEventOf } from '../../events.ts';
import { enqueueMail, urgentMailPriority } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';

/** Enqueues the mail about a changed password, one for each change. */
export async function enqueuePasswordChangedMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { uid, email, at }: DomainEventOf<'password.changed'>,
): Promise<void> {
  const mail = { to: email, ...passwordChangedMail(`${publicUrl}/login`) };
  await enqueueMail(tx, `mail.password-changed:${uid}:${at}`, mail, urgentMailPriority);
}

const passwordChangedMail = (url: string) =>
  renderMail({
    subject: 'Your Redial password was changed',
    preview: 'All other devices are signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your Redial account was changed just now. All other devices are signed out.',
      'If it was not you, choose “Forgot password?” on the sign-in page: with the mailed link you set a new one, and all other devices are signed out.',
    ],
    action: { label: 'Sign in', url },
    note: 'If it was you, you need not do anything.',
  });
