import type { DomainEventOf } from '../../events.ts';
import { enqueueMail, urgentMailPriority } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';

/** Milliseconds within which an account gets at most one of these mails. */
const intervalMs = 600_000;

/** Enqueues the mail to the owner of an address with which somebody tried to sign up again. */
export async function enqueueRepeatedSignUpMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { uid, email, at }: DomainEventOf<'sign-up.repeated'>,
): Promise<void> {
  const interval = Math.floor(Date.parse(at) / intervalMs);
  const mail = { to: email, ...repeatedSignUpMail(`${publicUrl}/login`) };
  await enqueueMail(tx, `mail.sign-up-repeated:${uid}:${interval}`, mail, urgentMailPriority);
}

/** Contains nothing that was typed at sign-up: it need not be the owner who typed it. */
const repeatedSignUpMail = (url: string) =>
  renderMail({
    subject: 'You already have a Redial account',
    preview: 'Somebody, perhaps you, tried to sign up with this e-mail address.',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, perhaps you, tried to sign up at Redial with this e-mail address. It already has an account, and nothing about it has changed.',
      'Sign in as always. If you do not know the password, choose “Forgot password?” on the sign-in page: the mailed link also confirms your address.',
    ],
    action: { label: 'Sign in', url },
    note: 'If it was not you, you need not do anything.',
  });
