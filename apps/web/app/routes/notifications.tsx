import { listNotifications, type Notification, readNotifications } from '@redial/contract';
import { BellOff } from 'lucide-react';
import { useEffect } from 'react';
import { href, useRevalidator } from 'react-router';
import { NotificationList } from '../features/notifications/notification-list.tsx';
import { setUnreadCount } from '../features/notifications/unread-count.ts';
import { call } from '../session/call.ts';
import { markLiveUpdates, useLiveUpdates } from '../session/live-events.ts';
import { useMutation } from '../session/use-mutation.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/notifications.ts';

const title = 'Notifications';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const before = Number(url.searchParams.get('before'));
  const onlyUnread = url.searchParams.get('unread') === 'only';
  const since = markLiveUpdates();
  const list = await call(listNotifications, {
    query: {
      ...(Number.isSafeInteger(before) && before > 0 ? { before } : {}),
      ...(onlyUnread ? { unread: 'only' } : {}),
    },
  });
  return { since, list, onlyUnread };
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { since, list, onlyUnread } = loaderData;
  const { revalidate, state } = useRevalidator();
  const { mutate, pending } = useMutation();
  useLiveUpdates(({ type }) => {
    if (type !== 'conversations.changed') void revalidate();
  }, since);
  const unread = list.ok ? list.value.unread : undefined;
  useEffect(() => {
    if (unread !== undefined) setUnreadCount(unread);
  }, [unread]);
  if (!list.ok) {
    return (
      <div className="page max-w-3xl py-8">
        <PageHeader title={title} />
        <ErrorState
          message={list.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      </div>
    );
  }
  const { notifications, nextBefore } = list.value;
  const newest = notifications[0];
  const open = ({ _id }: Notification) => {
    setUnreadCount(Math.max(0, list.value.unread - 1));
    // Following the link does not wait for it.
    void call(readNotifications, { body: { ids: [_id] } });
  };
  const readAll = (upTo: number) =>
    mutate(call(readNotifications, { body: { upTo } }), 'All are marked as read');
  const here = href('/notifications');
  return (
    <div className="page max-w-3xl py-8">
      <PageHeader
        title={title}
        aside={
          <ButtonLink to={href('/notifications/settings')} variant="outline" size="small">
            Settings
          </ButtonLink>
        }
      >
        {list.value.unread > 0 ? `${list.value.unread} unread` : 'You have read them all.'}
      </PageHeader>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <ButtonLink
          to={onlyUnread ? here : `${here}?unread=only`}
          variant="outline"
          size="small"
          preventScrollReset
        >
          {onlyUnread ? 'Show all' : 'Only unread'}
        </ButtonLink>
        {newest && list.value.unread > 0 && (
          <Button
            variant="outline"
            size="small"
            pending={pending}
            onClick={() => readAll(newest._id)}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {newest ? (
        <NotificationList notifications={notifications} onOpen={open} />
      ) : (
        <EmptyState
          icon={<BellOff />}
          title={onlyUnread ? 'Nothing unread' : 'Nothing yet'}
          action={
            onlyUnread ? (
              <ButtonLink to={here}>Show all</ButtonLink>
            ) : (
              <ButtonLink to={href('/')}>Explore phones</ButtonLink>
            )
          }
        >
          What happens with your orders, sales and listings shows here.
        </EmptyState>
      )}
      {nextBefore !== null && (
        <nav aria-label="Pages" className="mt-6 text-center">
          <ButtonLink
            to={`${here}?before=${nextBefore}${onlyUnread ? '&unread=only' : ''}`}
            variant="outline"
          >
            Older
          </ButtonLink>
        </nav>
      )}
    </div>
  );
}
