import type { Deps } from '../../deps.ts';
import { enqueue } from '../../platform/outbox.ts';
import { renderMail } from './layout.ts';

/** Milliseconds within which one account gets one reset mail, however often one is asked for. */
const quiet = 60_000;

/**
 * Mails somebody the link with which to set a new password.
 *
 * @param token lets its holder set one, once, within an hour.
 */
export async function mailPasswordReset(
  { db, settings, clock, jobs }: Pick<Deps, 'db' | 'settings' | 'clock' | 'jobs'>,
  { uid, email, token }: { uid: string; email: string; token: string },
): Promise<void> {
  const turn = Math.floor(clock.now().getTime() / quiet);
  const link = `${settings.publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
  await enqueue(db, {
    kind: 'mail.send',
    dedupe: `mail.password-reset:${uid}:${turn}`,
    payload: { to: email, ...passwordResetMail(link) },
  });
  jobs.trigger('dispatch-outbox');
}

/** The words. The account's name is not among them: whoever signed up chose it, and may be nobody we know. */
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
