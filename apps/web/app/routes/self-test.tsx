import { getSelfTestLink } from '@redial/contract';
import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { createServerCall } from '../api.ts';
import { SelfTestPage } from '../features/self-tests/self-test-page.tsx';
import { ErrorPage } from '../layout/error-page.tsx';
import { Wordmark } from '../layout/wordmark.tsx';
import { makeAvailableOffline } from '../session/offline-page.ts';
import { EmptyState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { Route } from './+types/self-test.ts';

const title = 'Test this phone';

export const meta = () => [
  { title: `${title} | Redial` },
  { name: 'robots', content: 'noindex' },
  // The URL is the key to this page.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers = () => ({ 'cache-control': 'private, no-store' });

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  createServerCall(context)(getSelfTestLink, { params: { token } });

/** What the page has was loaded with it, and must not be requested again: the link works once. */
export const shouldRevalidate = () => false;

/**
 * The page that a phone opens to test itself. Without the header and footer of other pages, which would
 * keep its permissions (camera, microphone, location) while the router shows those pages.
 */
export default function SelfTestRoute({ loaderData, params: { token } }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  const [isStored, setIsStored] = useState(false);
  const isOpen = loaderData.ok;
  useEffect(() => {
    if (isOpen) makeAvailableOffline(href('/self-test/:token', { token })).then(setIsStored);
  }, [isOpen, token]);
  return (
    <main id="content" className="page max-w-md py-6">
      <p className="mb-6">
        <Wordmark reloadDocument />
      </p>
      <PageHeader title={title}>
        {loaderData.ok ? loaderData.value.productName : undefined}
      </PageHeader>
      {!loaderData.ok ? (
        <EmptyState title="This link does not work any more">{loaderData.error.message}</EmptyState>
      ) : isHydrated ? (
        <>
          <SelfTestPage
            token={token}
            productName={loaderData.value.productName}
            model={loaderData.value.model}
          />
          <p role="status" className="mt-6 text-ink-soft text-sm">
            {isStored ? 'This page also works without a connection.' : ''}
          </p>
        </>
      ) : (
        <p role="status">Loading …</p>
      )}
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="page py-8">
      <ErrorPage error={error} />
    </main>
  );
}
