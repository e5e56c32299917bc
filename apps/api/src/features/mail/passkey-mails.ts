import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { notifyAccount } from './notify-account.ts';

export const passkeyEvents = ['passkey.added', 'passkey.removed'] as const;

/** Enqueues the mail about a new or removed passkey of an account. */
export async function enqueuePasskeyMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { type, uid, email, name, at }: DomainEventOf<(typeof passkeyEvents)[number]>,
): Promise<void> {
  const path = '/dashboard/security';
  const isAdded = type === 'passkey.added';
  const verb = isAdded ? 'added to' : 'removed from';
  await notifyAccount(
    tx,
    { uid, email },
    { key: `${type}:${uid}:${at}`, path },
    {
      subject: `A passkey was ${verb} your Redial account`,
      preview: isAdded
        ? 'Anybody who has it can sign in without your password.'
        : 'It does not sign anybody in any more.',
      heading: `A passkey was ${verb} your account`,
      paragraphs: [
        isAdded
          ? `The passkey “${name}” now signs in to your Redial account, without your password and without a code.`
          : `The passkey “${name}” does not sign in to your Redial account any more. Where it was used to sign in, you are signed out.`,
        isAdded
          ? 'If it was not you, choose “Forgot password?” on the sign-in page and set a new password: all devices are signed out. Then remove the passkey in your security settings.'
          : 'If it was not you, choose “Forgot password?” on the sign-in page: with the mailed link you set a new password, and all devices are signed out.',
      ],
      note: 'If it was you, you need not do anything.',
      action: { label: 'Look at your security settings', url: publicUrl + path },
    },
  );
}
