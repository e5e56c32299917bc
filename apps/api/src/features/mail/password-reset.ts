import type { Deps } from '../../deps.ts';
import { enqueue } from '../../platform/outbox.ts';
import { renderMail } from './layout.ts';

/** Milliseconds within which an account gets at most one reset mail. */
const intervalMs = 60_000;

/**
 * Enqueues a mail with the link to set a new password.
 *
 * @param token authorizes its holder to set one, once, within an hour.
 */
export async function mailPasswordReset(
  { db, settings, clock, jobs }: Pick<Deps, 'db' | 'settings' | 'clock' | 'jobs'>,
  { uid, email, token }: { uid: string; email: string; token: string },
): Promise<void> {
  const interval = Math.floor(clock.now().getTime() / intervalMs);
  const link = `${settings.publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
  await enqueue(db, {
    kind: 'mail.send',
    dedupe: `mail.password-reset:${uid}:${interval}`,
    payload: { to: email, ...passwordResetMail(link) },
  });
  jobs.trigger('dispatch-outbox');
}

/** Does not contain the account's name, which an attacker may have chosen at sign-up. */
const passwordResetMail = (link: string) =>
  renderMail({
    subject: 'Set a new password for Redial',
    preview: 'The link works once, within the next hour.',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody, most likely you, asked to set a new password for the Redial account with this e-mail address.',
      'The link works once, within the next hour. Setting a new password signs the account out everywhere else.',
    ],
    action: { label: 'Set a new password', url: link },
    note: 'If it was not you, you need not do anything: the password stays as it is.',
  });
