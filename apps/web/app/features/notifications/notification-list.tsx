import { type Notification, notificationKindTexts } from '@redial/contract';
import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { formatDateTime } from '../../ui/date-time.ts';
import { groupNotifications } from './group-notifications.ts';

/**
 * Notifications by subject: the newest of each, and the earlier ones on demand.
 *
 * @param onOpen called when one is followed
 */
export function NotificationList({
  notifications,
  onOpen,
}: {
  notifications: readonly Notification[];
  onOpen: (notification: Notification) => void;
}) {
  return (
    <ul aria-label="Notifications" className="grid gap-3">
      {groupNotifications(notifications).map(({ key, title, notifications: all }) => {
        const [newest, ...earlier] = all;
        const unread = earlier.filter(({ readAt }) => readAt === null).length;
        return (
          <li key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
            <Entry notification={newest} subject={title} onOpen={onOpen} />
            {earlier.length > 0 && (
              <details className="border-line border-t" open={unread > 0}>
                <summary className="min-h-11 cursor-pointer px-5 py-2.5 text-ink-soft text-sm hover:text-ink">
                  {earlier.length} earlier
                  {unread > 0 && `, ${unread} unread`}
                </summary>
                {earlier.map((one) => (
                  <Entry key={one._id} notification={one} onOpen={onOpen} />
                ))}
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Entry({
  notification,
  subject,
  onOpen,
}: {
  notification: Notification;
  subject?: string | undefined;
  onOpen: (notification: Notification) => void;
}) {
  const { kind, title, text, path, at, readAt } = notification;
  const isUnread = readAt === null;
  return (
    <Link
      to={path}
      onClick={() => isUnread && onOpen(notification)}
      className={cx(
        'relative block px-5 py-4 hover:bg-sunken focus-visible:-outline-offset-2',
        isUnread && 'bg-accent-wash',
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-ink-soft text-sm">
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {subject ?? notificationKindTexts[kind].title}
        </span>
        <time dateTime={at} className="figures">
          {formatDateTime(at)}
        </time>
      </p>
      <p className={cx('mt-1', isUnread ? 'font-bold' : 'font-semibold')}>
        {isUnread && <span className="sr-only">Unread: </span>}
        {title}
      </p>
      <p className="mt-0.5 text-ink-soft">{text}</p>
    </Link>
  );
}
