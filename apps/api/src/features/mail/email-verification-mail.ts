import type { DomainEventOf } from '../../events.ts';
import { enqueueMail, urgentMailPriority } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';

/** Milliseconds within which an account gets at most one verification mail. */
const intervalMs = 60_000;

/** Enqueues the mail with the link that verifies an address. */
export async function enqueueEmailVerificationMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { uid, email, token, requestedAt }: DomainEventOf<'email.verification-requested'>,
): Promise<void> {
  const interval = Math.floor(Date.parse(requestedAt) / intervalMs);
  const url = `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`;
  const mail = { to: email, ...emailVerificationMail(url) };
  await enqueueMail(tx, `mail.email-verification:${uid}:${interval}`, mail, urgentMailPriority);
}

/** Contains nothing that was typed at sign-up: the address may be somebody else's. */
const emailVerificationMail = (url: string) =>
  renderMail({
    subject: 'Confirm your e-mail address for Redial',
    preview: 'The link works within the next 24 hours.',
    heading: 'Confirm your e-mail address',
    paragraphs: [
      'Somebody, most likely you, opened a Redial account with this e-mail address.',
      'Confirm it to order and sell phones. The link works within the next 24 hours.',
    ],
    action: { label: 'Confirm my address', url },
    note: 'If it was not you, ignore this mail: you will get no other.',
  });
