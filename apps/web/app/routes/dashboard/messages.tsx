import { listBlocks, listConversations } from '@redial/contract';
import { MessageSquareText } from 'lucide-react';
import { useEffect } from 'react';
import { href, useRevalidator } from 'react-router';
import { BlockedPeople } from '../../features/chat/blocked-people.tsx';
import { ConversationList } from '../../features/chat/conversation-list.tsx';
import { setUnreadMessages } from '../../features/chat/unread-messages.ts';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { call } from '../../session/call.ts';
import { markLiveUpdates, useLiveUpdates } from '../../session/live-events.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/messages.ts';

const title = 'Messages';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader() {
  const since = markLiveUpdates();
  const [list, blocks] = await Promise.all([call(listConversations, {}), call(listBlocks, {})]);
  return { since, list, blocks: blocks.ok ? blocks.value : [] };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid gap-3">
        <Skeleton className="h-22 rounded-lg" />
        <Skeleton className="h-22 rounded-lg" />
        <Skeleton className="h-22 rounded-lg" />
      </div>
    </DashboardSkeleton>
  ),
};

export default function Messages({ loaderData: { since, list, blocks } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  useLiveUpdates(({ type }) => {
    if (type !== 'notifications.changed') void revalidate();
  }, since);
  const unread = list.ok ? list.value.unread : undefined;
  useEffect(() => {
    if (unread !== undefined) setUnreadMessages(unread);
  }, [unread]);
  return (
    <>
      <PageHeader title={title}>{unread ? `${unread} unread` : undefined}</PageHeader>
      {!list.ok ? (
        <ErrorState
          message={list.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      ) : list.value.conversations.length > 0 ? (
        <ConversationList conversations={list.value.conversations} />
      ) : (
        <EmptyState
          icon={<MessageSquareText />}
          title="No messages yet"
          action={<ButtonLink to={href('/')}>Explore phones</ButtonLink>}
        >
          Ask a seller about a phone on its page. What buyers ask you shows here too.
        </EmptyState>
      )}
      <BlockedPeople blocks={blocks} />
    </>
  );
}
