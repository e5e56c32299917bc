import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import type { MailContent } from './layout.ts';
import { notifyAccount } from './notify-account.ts';

export const twoFactorEvents = [
  'two-factor.on',
  'two-factor.off',
  'two-factor.codes-renewed',
  'two-factor.recovery-code-used',
  'two-factor.refused',
] as const;

/** Enqueues the mail about the second factor of an account. */
export async function enqueueTwoFactorMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { type, uid, email, codesLeft = 0, at }: DomainEventOf<(typeof twoFactorEvents)[number]>,
): Promise<void> {
  const path = '/dashboard/security';
  const content = contents[type](codesLeft);
  await notifyAccount(
    tx,
    { uid, email },
    { key: `${type}:${uid}:${at}`, path },
    { ...content, action: { label: 'Look at your security settings', url: publicUrl + path } },
  );
}

const ifNotYou =
  'If it was not you, choose “Forgot password?” on the sign-in page: with the mailed link you set a new password, and all devices are signed out.';
const noteIfYou = 'If it was you, you need not do anything.';

const contents: Record<
  (typeof twoFactorEvents)[number],
  (codesLeft: number) => Omit<MailContent, 'action'>
> = {
  'two-factor.on': () => ({
    subject: 'Two-factor sign-in was switched on for your Redial account',
    preview: 'Signing in asks for a code from now on.',
    heading: 'Two-factor sign-in was switched on',
    paragraphs: [
      'From now on, signing in to your Redial account needs a code of your authenticator app. All other devices are signed out.',
      'Keep the recovery codes where you find them without your phone: each of them replaces the app once.',
      ifNotYou,
    ],
    note: noteIfYou,
  }),
  'two-factor.off': () => ({
    subject: 'Two-factor sign-in was switched off for your Redial account',
    preview: 'Signing in does not ask for a code any more.',
    heading: 'Two-factor sign-in was switched off',
    paragraphs: [
      'Signing in to your Redial account does not ask for a code any more. All other devices are signed out, and the recovery codes do not work any more.',
      ifNotYou,
    ],
    note: noteIfYou,
  }),
  'two-factor.codes-renewed': () => ({
    subject: 'New recovery codes for your Redial account',
    preview: 'The old ones do not work any more.',
    heading: 'You have new recovery codes',
    paragraphs: [
      'New recovery codes were made for your Redial account. The old ones do not work any more.',
      ifNotYou,
    ],
    note: noteIfYou,
  }),
  'two-factor.recovery-code-used': (codesLeft) => ({
    subject: 'A recovery code of your Redial account was used',
    preview: `${left(codesLeft)} left.`,
    heading: 'Somebody signed in with a recovery code',
    paragraphs: [
      `A recovery code was used instead of the authenticator app to sign in to your Redial account. ${left(codesLeft)} left.`,
      codesLeft > 3
        ? 'If you lost the app, switch two-factor sign-in off and on again, with the new one.'
        : 'Make new recovery codes in your security settings. If you lost the app, switch two-factor sign-in off and on again, with the new one.',
      ifNotYou,
    ],
    note: noteIfYou,
  }),
  'two-factor.refused': () => ({
    subject: 'Wrong codes for your Redial account',
    preview: 'Somebody entered too many of them and has to wait.',
    heading: 'Somebody entered wrong codes',
    paragraphs: [
      'Somebody signed in to your account as far as the code of the authenticator app, and then entered too many wrong codes. Nobody got in.',
      'If it was not you, somebody knows your password, or uses your Google account: set a new password there, and at Redial with “Forgot password?” on the sign-in page.',
    ],
    note: 'If it was you, wait a quarter of an hour, or use a recovery code.',
  }),
};

const left = (count: number): string =>
  count === 1 ? 'One recovery code is' : `${count === 0 ? 'No' : count} recovery codes are`;
