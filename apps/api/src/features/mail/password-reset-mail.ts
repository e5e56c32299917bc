import type { DomainEventOf } from '../../events.ts';
import { enqueueMail, urgentMailPriority } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';

/** Milliseconds within which an account gets at most one reset mail. */
const intervalMs = 60_000;

/** Enqueues the mail with the link to set a new password. */
export async function enqueuePasswordResetMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { uid, email, token, requestedAt }: DomainEventOf<'password.reset-requested'>,
): Promise<void> {
  const interval = Math.floor(Date.parse(requestedAt) / intervalMs);
  const url = `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
  const mail = { to: email, ...passwordResetMail(url) };
  await enqueueMail(tx, `mail.password-reset:${uid}:${interval}`, mail, urgentMailPriority);
}

/** Does not contain the account's name, which an attacker may have chosen at sign-up. */
const passwordResetMail = (url: string) =>
  renderMail({
    subject: 'Set a new password for Redial',
    preview: 'The link works once, within the next hour.',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody, most likely you, asked to set a new password for the Redial account with this e-mail address.',
      'The link works once, within the next hour. Setting a new password signs the account out everywhere else.',
    ],
    action: { label: 'Set a new password', url },
    note: 'If it was not you, you need not do anything: the password stays as it is.',
  });
