import { getSharedMeeting } from '@redial/contract';
import { createServerCall } from '../api.ts';
import { formatMeetingTime } from '../ui/date-time.ts';
import { EmptyState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { Route } from './+types/shared-meeting.ts';

const title = 'A meeting';

export const meta = () => [
  { title: `${title} | Redial` },
  { name: 'robots', content: 'noindex' },
  // The URL is the key to this page.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers = () => ({ 'cache-control': 'private, no-store' });

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  createServerCall(context)(getSharedMeeting, { params: { token } });

export default function SharedMeetingRoute({ loaderData }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  if (!loaderData.ok) {
    return (
      <div className="page py-8">
        <PageHeader title={title} />
        <EmptyState title="This link has expired">{loaderData.error.message}</EmptyState>
      </div>
    );
  }
  const { sharedBy, with: other, place, at, productName } = loaderData.value;
  return (
    <div className="page max-w-xl py-8">
      <PageHeader title={title}>
        {sharedBy} meets {other} about {productName}.
      </PageHeader>
      <Panel title="Where and when">
        <p className="wrap-anywhere font-semibold" dir="auto">
          {place}
        </p>
        {/* The zone of the reader is known in the browser only. */}
        <time dateTime={at}>
          {isHydrated
            ? formatMeetingTime(loaderData.value)
            : `${at.slice(0, 16).replace('T', ' ')} UTC`}
        </time>
      </Panel>
    </div>
  );
}
