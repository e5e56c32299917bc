import { notificationKindTexts } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import {
  concerns,
  createUnsubscribeLinks,
  type DueNotification,
  listDigestRecipients,
  takeDigest,
} from '../notifications/index.ts';
import { renderMail } from './layout.ts';
import type { NotifySettings } from './notify.ts';

/** Notifications listed in one mail; the others are counted. */
const maxListed = 20;

/**
 * Enqueues one mail with all that waits for the daily mail, for each person.
 *
 * @returns the number of mails.
 */
export async function sendDigests({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<number> {
  const recipients = await listDigestRecipients({ db });
  let mails = 0;
  for (const userId of recipients) {
    const sent = await inTransaction(db, (tx) => sendDigest(tx, settings, userId));
    if (sent) mails += 1;
  }
  return mails;
}

async function sendDigest(
  tx: Transaction,
  settings: NotifySettings,
  userId: string,
): Promise<boolean> {
  const [user] = await tx
    .select({
      email: users.email,
      emailVerified: users.emailVerified,
      role: users.role,
      staffRole: users.staffRole,
    })
    .from(users)
    .where(and(eq(users.id, userId), active))
    .for('share');
  const taken = await takeDigest(tx, userId);
  if (!user || (settings.requireVerifiedEmail && !user.emailVerified)) return false;
  // Who has lost a role gets nothing more of it.
  const due = taken.filter(({ kind }) => concerns(kind, user));
  const last = due.at(-1);
  if (!last) return false;
  const { publicUrl } = settings;
  const links = await createUnsubscribeLinks(settings, { userId, scope: 'daily' });
  const more = due.length - maxListed;
  const count = due.length === 1 ? 'One thing' : `${due.length} things`;
  await enqueueMail(tx, `mail.digest:${userId}:${last.id}`, {
    to: user.email,
    unsubscribeUrl: links.endpoint,
    ...renderMail({
      subject: `Your day on Redial: ${count.toLowerCase()} happened`,
      preview: describe(last),
      heading: 'Your day on Redial',
      paragraphs: [
        ...due.slice(-maxListed).map(describe),
        ...(more > 0 ? [`And ${more} more, which you find in your notifications.`] : []),
      ],
      action: { label: 'All notifications', url: `${publicUrl}/notifications` },
      unsubscribeUrl: links.page,
      note: `You get this once a day, about ${listKinds(due)}. Change it at ${publicUrl}/notifications/settings`,
    }),
  });
  return true;
}

const describe = ({ subjectTitle, title, body }: DueNotification): string =>
  `${subjectTitle ? `${subjectTitle}: ` : ''}${title}. ${body}`;

const kindList = new Intl.ListFormat('en');

const listKinds = (due: readonly DueNotification[]): string =>
  kindList.format(
    [...new Set(due.map(({ kind }) => kind))].map((kind) =>
      notificationKindTexts[kind].title.toLowerCase(),
    ),
  );
