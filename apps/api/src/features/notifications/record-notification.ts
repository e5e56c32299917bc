import { type AnyNotificationKind, defaultDelivery, type MailFrequency } from '@redial/contract';
import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
import { notificationSettings, notifications } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { publishLive } from '../live/index.ts';
import { enqueuePush, listPushTargets } from '../push/index.ts';

/** What a notification is about. */
export interface NotificationSubject {
  readonly type: 'order' | 'product';
  readonly id: string;
  /** The name of the product. */
  readonly title: string;
}

export interface NewNotification {
  readonly userId: string;
  readonly kind: AnyNotificationKind;
  /** A second notification with this key is ignored. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** Path of the page on which the reader goes on. */
  readonly path: string;
  readonly subject: NotificationSubject | null;
  /**
   * Whether it is left out, with its mail, while an earlier one that leads to the same page waits: until it
   * is read or in the daily mail, but a day at most, and an hour where the notification centre shows none.
   */
  readonly oncePerPage?: boolean;
}

/**
 * Records a notification as its recipient has chosen for its kind: in the notification centre, for the
 * daily mail, both, or not at all. The browsers of the recipient show it, too.
 *
 * @returns how often the recipient wants mails of this kind; the caller sends those of `now`.
 */
export async function recordNotification(
  tx: Transaction,
  { userId, kind, key, title, text, path, subject, oncePerPage = false }: NewNotification,
): Promise<MailFrequency> {
  const { inApp, mail, push } = await findDelivery(tx, userId, kind);
  if (oncePerPage && (await hasWaiting(tx, { userId, path }))) return 'off';
  const digestDue = mail === 'daily';
  const browsers = push ? await listPushTargets(tx, userId) : [];
  if (inApp || digestDue || browsers.length > 0 || (oncePerPage && mail === 'now')) {
    // A trigger skips a key that is there.
    const recorded = await insertNotification(tx).execute({
      userId,
      kind,
      dedupe: key,
      title,
      body: text,
      path,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id ?? null,
      subjectTitle: subject?.title ?? null,
      inApp,
      digestDue,
    });
    if (recorded.length === 0) return mail;
    await enqueuePush(tx, browsers, { title, text, path, tag: key });
  }
  // Open pages load again what it is about, also if the notification centre does not show it.
  await publishLive(tx, [userId], { type: 'notifications.changed' });
  return mail;
}

const insertNotification = prepareOnce((db) =>
  db
    .insert(notifications)
    .values({
      userId: sql.placeholder('userId'),
      kind: sql.placeholder('kind'),
      dedupe: sql.placeholder('dedupe'),
      title: sql.placeholder('title'),
      body: sql.placeholder('body'),
      path: sql.placeholder('path'),
      subjectType: sql.placeholder('subjectType'),
      subjectId: sql.placeholder('subjectId'),
      subjectTitle: sql.placeholder('subjectTitle'),
      inApp: sql.placeholder('inApp'),
      digestDue: sql.placeholder('digestDue'),
    })
    .returning({ id: notifications.id }),
);

async function hasWaiting(
  tx: Transaction,
  { userId, path }: { userId: string; path: string },
): Promise<boolean> {
  const { inApp, readAt, digestDue, createdAt } = notifications;
  const [waiting] = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.path, path),
        gt(createdAt, sql`now() - interval '1 day'`),
        or(
          and(inApp, isNull(readAt)),
          digestDue,
          and(not(inApp), gt(createdAt, sql`now() - interval '1 hour'`)),
        ),
      ),
    )
    .limit(1);
  return waiting !== undefined;
}

/** How the recipient has chosen to get a kind. Kinds about the account cannot be switched off. */
async function findDelivery(
  tx: Transaction,
  userId: string,
  kind: AnyNotificationKind,
): Promise<{ inApp: boolean; mail: MailFrequency; push: boolean }> {
  if (kind === 'account') return defaultDelivery;
  const [setting = defaultDelivery] = await settingOf(tx).execute({ userId, kind });
  return setting;
}

const settingOf = prepareOnce((db) =>
  db
    .select({
      inApp: notificationSettings.inApp,
      mail: notificationSettings.mail,
      push: notificationSettings.push,
    })
    .from(notificationSettings)
    .where(
      and(
        eq(notificationSettings.userId, sql.placeholder('userId')),
        eq(notificationSettings.kind, sql.placeholder('kind')),
      ),
    ),
);
