import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { NotifySettings } from './notify.ts';
import { notifyStaff } from './notify-staff.ts';

/** Enqueues a mail to each admin about a scheduled backup that failed, at most one a day (UTC). */
export async function enqueueBackupFailedMails(
  tx: Transaction,
  settings: NotifySettings,
  { at, reason }: DomainEventOf<'backup.failed'>,
): Promise<void> {
  await notifyStaff(
    tx,
    settings,
    { kind: 'operation', key: `backup-failed:${at.slice(0, 10)}` },
    {
      subject: 'A scheduled backup failed',
      preview: 'The newest backup is older than planned.',
      heading: 'A scheduled backup failed',
      paragraphs: [
        `The backup of ${at.slice(0, 16).replace('T', ' ')} UTC failed: ${reason}.`,
        'Redial goes on, and the next backup is made as scheduled. The operator of the server finds the whole error in the log, under “back-up”, and can try at once with “npm run backup -- DIR”. “npm run doctor” checks the directory and its disk.',
      ],
      action: { label: 'Open the dashboard', url: `${settings.publicUrl}/dashboard` },
      note: 'You get this at most once a day.',
    },
  );
}
