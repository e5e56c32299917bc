import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { notifyAccount } from './notify-account.ts';

/** Enqueues the mail about a sign-in from a new device, one for each sign-in. */
export async function enqueueNewDeviceMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  event: DomainEventOf<'sign-in.new-device'>,
): Promise<void> {
  const { uid, email, sessionId, deviceName, ipAddress, endToken, at } = event;
  const about = { key: `new-device:${uid}:${sessionId}`, path: '/dashboard/security' };
  const where = `${deviceName}, from the address ${ipAddress}`;
  await notifyAccount(tx, { uid, email }, about, {
    subject: 'New sign-in to your Redial account',
    preview: `${where}.`,
    heading: 'Somebody signed in on a new device',
    paragraphs: [
      `${where}, on ${at.slice(0, 10)} at ${at.slice(11, 16)} (UTC).`,
      'If it was you, you need not do anything.',
      'If it was not you, sign that device out with the button, then set a new password: choose “Forgot password?” on the sign-in page.',
    ],
    action: {
      label: 'It was not me: sign it out',
      url: `${publicUrl}/sign-out-device?token=${encodeURIComponent(endToken)}`,
    },
    note: 'The button works for 30 days, also without signing in.',
  });
}
