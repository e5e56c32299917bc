import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';
import { hasMailbox } from './notify.ts';

/**
 * Enqueues the mail about wrong passwords, at most one a day for an account. An address that must be
 * verified and is not gets none: it need not be the user's.
 */
export async function enqueueLockoutMail(
  tx: Transaction,
  settings: Pick<Settings, 'publicUrl' | 'requireVerifiedEmail'>,
  { uid, email, at }: DomainEventOf<'sign-in.locked'>,
): Promise<void> {
  if (!(await hasMailbox(tx, settings, eq(users.identityUid, uid)))) return;
  await enqueueMail(tx, `mail.sign-in-locked:${uid}:${at.slice(0, 10)}`, {
    to: email,
    ...lockoutMail(`${settings.publicUrl}/login`),
  });
}

const lockoutMail = (url: string) =>
  renderMail({
    subject: 'Wrong passwords for your Redial account',
    preview: 'Somebody entered too many of them and has to wait.',
    heading: 'Somebody entered wrong passwords',
    paragraphs: [
      'Somebody entered too many wrong passwords for your account and has to wait before trying again. Nobody got in.',
      'From anywhere else you can sign in as always. If it was you and you forgot the password, choose “Forgot password” on the sign-in page.',
    ],
    action: { label: 'Sign in', url },
    note: 'If your password is short, or used elsewhere too, set a new one.',
  });
