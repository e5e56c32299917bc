import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { notifyAccount } from './notify-account.ts';

/** Enqueues the mail to somebody whose photo a moderator has removed. */
export async function enqueuePhotoRemovedMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { userId, reason, at }: DomainEventOf<'user.photo-removed'>,
): Promise<void> {
  const [user] = await tx
    .select({ uid: users.identityUid, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), active))
    .for('share');
  if (!user) return;
  const path = '/dashboard/account';
  await notifyAccount(
    tx,
    user,
    { key: `photo-removed:${userId}:${at}`, path },
    {
      subject: 'We removed your photo',
      preview: 'It broke the rules of Redial.',
      heading: 'Your photo was removed',
      paragraphs: ['A moderator removed the photo of your account. The reason:', reason],
      action: { label: 'Choose another photo', url: publicUrl + path },
      note: 'You need not have a photo.',
    },
  );
}
