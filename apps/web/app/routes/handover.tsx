import { getHandover, type Handover, networkError } from '@redial/contract';
import { useEffect, useState } from 'react';
import { href, redirect, useRevalidator } from 'react-router';
import { ChecklistPanel } from '../features/handover/checklist-panel.tsx';
import { CodePanel } from '../features/handover/code-panel.tsx';
import { DeviceCheckPanel } from '../features/handover/device-check-panel.tsx';
import { MeetingPanel, OfflineMeetingPanel } from '../features/handover/meeting-panel.tsx';
import { readStored, store } from '../features/handover/offline.ts';
import { call } from '../session/call.ts';
import { makeAvailableOffline } from '../session/offline-page.ts';
import { withReturnTo } from '../session/return-to.ts';
import { readToken } from '../session/token.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Route } from './+types/handover.ts';

const title = 'Meeting and handover';

export const meta = () => [{ title: `${title} | Redial` }, { name: 'robots', content: 'noindex' }];

/**
 * Not below the guard of the session, which needs a connection. Without one, the handover is what this
 * device stored when the page was last open.
 */
export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const path = href('/dashboard/orders/:id/handover', { id });
  if (!readToken()) throw redirect(withReturnTo('/login', path));
  const result = await call(getHandover, { params: { id }, query: { verifier: true } });
  if (result.ok) {
    store(id, { data: result.value });
    return { result, offline: false };
  }
  const stored = result.error.code === networkError.code ? readStored(id)?.data : undefined;
  if (stored) return { result: { ok: true, value: stored } as const, offline: true };
  if (result.error.status === 401) throw redirect(withReturnTo('/login', path));
  return { result, offline: false };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <div className="page grid gap-6 py-8">
      <PageHeader title={title} />
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}

export default function HandoverRoute({ loaderData, params: { id } }: Route.ComponentProps) {
  const { result, offline } = loaderData;
  const { revalidate, state } = useRevalidator();
  return (
    <div className="page max-w-2xl py-8">
      <PageHeader title={title}>{result.ok ? result.value.productName : undefined}</PageHeader>
      {result.ok ? (
        <HandoverPage data={result.value} offline={offline} onChanged={revalidate} />
      ) : (
        <ErrorState
          message={result.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
      <p className="mt-8">
        <ButtonLink variant="outline" to={href('/dashboard/orders/:orderId', { orderId: id })}>
          Back to the order
        </ButtonLink>
      </p>
    </div>
  );
}

function HandoverPage({
  data,
  offline,
  onChanged,
}: {
  data: Handover;
  offline: boolean;
  onChanged: () => void;
}) {
  const isOpen = data.state === 'paid';
  const [isStored, setIsStored] = useState(offline);
  const path = href('/dashboard/orders/:id/handover', { id: data.orderId });
  useEffect(() => {
    if (isOpen && !offline) makeAvailableOffline(path).then(setIsStored);
  }, [isOpen, offline, path]);
  return (
    <div className="grid grid-cols-1 gap-6">
      {offline && (
        <p role="status" className="rounded-md bg-sunken p-4">
          You are offline. The codes work all the same.
        </p>
      )}
      {isOpen ? (
        <>
          {offline ? <OfflineMeetingPanel data={data} /> : <MeetingPanel data={data} />}
          <ChecklistPanel orderId={data.orderId} />
          {!offline && (
            <Panel title="Self-test">
              <p className="mb-4 text-ink-soft text-sm">
                Let the phone test itself, and compare the results with those{' '}
                {data.viewer === 'buyer' ? 'of the seller' : 'that the buyer gets'}.
              </p>
              <ButtonLink
                variant="outline"
                to={href('/dashboard/orders/:id/self-tests', { id: data.orderId })}
              >
                {data.viewer === 'buyer' ? 'Test and compare' : 'Compare the self-tests'}
              </ButtonLink>
            </Panel>
          )}
          <DeviceCheckPanel data={data} />
          <CodePanel data={data} onChanged={onChanged} />
          <p role="status" className="text-ink-soft text-sm">
            {isStored ? 'This page also works without a connection.' : ''}
          </p>
        </>
      ) : (
        <>
          <p role="status" className="font-semibold">
            {data.confirmed.own && data.confirmed.other
              ? 'The phone has changed hands.'
              : 'This handover has ended.'}
          </p>
          <DeviceCheckPanel data={data} />
        </>
      )}
    </div>
  );
}
