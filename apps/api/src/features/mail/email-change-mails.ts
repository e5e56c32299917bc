import type { DomainEventOf } from '../../events.ts';
import { enqueueMail, urgentMailPriority } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import type { MailContent } from './layout.ts';
import { renderMail } from './layout.ts';
import { notifyAccount } from './notify-account.ts';

export const emailChangeEvents = [
  'email-change.requested',
  'email-change.confirmed',
  'email-change.changed',
  'email-change.reverted',
] as const;

/** Enqueues the mail about a step of a change of an e-mail address. */
export async function enqueueEmailChangeMails(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  event: DomainEventOf<(typeof emailChangeEvents)[number]>,
): Promise<void> {
  const { type, uid, email, token, at } = event;
  const url = token
    ? `${publicUrl}/change-email?token=${encodeURIComponent(token)}&step=${steps[type]}`
    : `${publicUrl}/login`;
  const content = contents[type](url, token !== undefined);
  const key = `${type}:${uid}:${at}`;
  // The new address may belong to somebody else: it does not appear in the notification centre.
  if (type === 'email-change.confirmed') {
    return enqueueMail(
      tx,
      `mail.${key}`,
      { to: email, ...renderMail(content) },
      urgentMailPriority,
    );
  }
  return notifyAccount(tx, { uid, email }, { key, path: '/dashboard/account' }, content);
}

/** What the page of the link asks. */
const steps = {
  'email-change.requested': 'confirm',
  'email-change.confirmed': 'verify',
  'email-change.changed': 'revert',
  'email-change.reverted': '',
} as const;

/** None contains the other address: a mail must not tell who else reads it. */
const contents: Record<
  (typeof emailChangeEvents)[number],
  (url: string, hasLink: boolean) => MailContent
> = {
  'email-change.requested': (url) => ({
    subject: 'Change the e-mail address of your Redial account?',
    preview: 'The link works within the next 24 hours.',
    heading: 'Somebody wants to change your e-mail address',
    paragraphs: [
      'Somebody, most likely you, asked to use another e-mail address for your Redial account.',
      'Agree with the button. We then send a link to the new address, and the change takes effect when it is opened.',
    ],
    action: { label: 'Look at the request', url },
    note: 'If it was not you, do nothing, and set a new password: somebody is signed in as you.',
  }),
  'email-change.confirmed': (url) => ({
    subject: 'Confirm your new e-mail address for Redial',
    preview: 'The link works within the next 24 hours.',
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      'Somebody, most likely you, wants to use this e-mail address for a Redial account.',
      'Confirm it, and from then on sign in with it. You are signed out everywhere.',
    ],
    action: { label: 'Use this address', url },
    note: 'If it was not you, ignore this mail: nothing changes.',
  }),
  'email-change.changed': (url, hasLink) => ({
    subject: 'The e-mail address of your Redial account was changed',
    preview: hasLink ? 'You can take it back for seven days.' : 'Sign in with the new one.',
    heading: 'Your e-mail address was changed',
    paragraphs: [
      'Your Redial account has another e-mail address from now on, and is signed out everywhere.',
      hasLink
        ? 'If it was not you, take the change back within seven days. Your account then has this address again, and its password stops working, because somebody else may know it.'
        : 'This address was never confirmed, so it cannot take the change back.',
    ],
    action: { label: hasLink ? 'It was not me: take it back' : 'Sign in', url },
    note: 'If it was you, you need not do anything.',
  }),
  'email-change.reverted': (url) => ({
    subject: 'The change of your e-mail address was taken back',
    preview: 'Now set a new password.',
    heading: 'Your account has this address again',
    paragraphs: [
      'The change of the e-mail address was taken back. All devices are signed out, and the password does not work any more.',
      'Choose “Forgot password?” on the sign-in page to set a new one.',
    ],
    action: { label: 'Set a new password', url },
    note: 'Signing in with Google works as before.',
  }),
};
