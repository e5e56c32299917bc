import { listMessages, partnerOf } from '@redial/contract';
import { ArrowLeft, SearchX } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { deletedAccount } from '../../features/chat/chat-texts.ts';
import { ConversationView } from '../../features/chat/conversation-view.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { call } from '../../session/call.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/conversation.ts';

const title = 'Conversation';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) =>
  call(listMessages, { params: { id }, query: {} });

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

export default function ConversationRoute({ loaderData: result }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!result.ok) {
    const { code, message } = result.error;
    const isMissing = code === 'conversation.not-found' || code === 'request.invalid';
    return (
      <>
        <PageHeader title={title} />
        {isMissing ? (
          <EmptyState
            icon={<SearchX />}
            title="There is no such conversation"
            action={<ButtonLink to={href('/dashboard/messages')}>Messages</ButtonLink>}
          >
            It may belong to another account.
          </EmptyState>
        ) : (
          <ErrorState message={message} pending={state === 'loading'} onRetry={revalidate} />
        )}
      </>
    );
  }
  const { conversation } = result.value;
  const isAdmin = conversation.role === 'admin';
  return (
    <>
      <PageHeader
        title={
          isAdmin ? 'Reported conversation' : <PartnerName partner={partnerOf(conversation)} />
        }
        aside={
          <ButtonLink
            to={href(isAdmin ? '/dashboard/reported-messages' : '/dashboard/messages')}
            variant="quiet"
            size="small"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            {isAdmin ? 'Reported Messages' : 'Messages'}
          </ButtonLink>
        }
      />
      <ConversationView key={conversation._id} initial={result.value} />
    </>
  );
}

function PartnerName({ partner }: { partner: ReturnType<typeof partnerOf> }) {
  if (!partner) return deletedAccount;
  return (
    <span className="flex items-center gap-3">
      <Avatar name={partner.name} photo={partner.photo} className="size-11 text-lg" />
      <bdi className="wrap-anywhere min-w-0">{partner.name}</bdi>
    </span>
  );
}
