import { Bell } from 'lucide-react';
import { href, Link } from 'react-router';
import { useUnreadCount } from './unread-count.ts';

/** The largest number shown; more is "99+". */
const maxShown = 99;

/** The link to the notification centre, with the number of unread notifications. */
export function NotificationBell() {
  const unread = useUnreadCount();
  return (
    <Link
      to={href('/notifications')}
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      className="relative grid size-11 place-items-center rounded-full text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      <Bell className="size-5" aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute top-1 right-0.5 min-w-5 rounded-full bg-accent px-1 text-center font-bold text-[0.6875rem] text-on-accent leading-5"
        >
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </Link>
  );
}
