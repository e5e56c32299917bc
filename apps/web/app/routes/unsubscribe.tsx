import { notificationKindTexts, type ResponseOf, type Result, unsubscribe } from '@redial/contract';
import { useState } from 'react';
import { href, useSearchParams } from 'react-router';
import { AccountLayout } from '../features/accounts/account-layout.tsx';
import { call } from '../session/call.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/unsubscribe.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Unsubscribe | Redial' },
  // The URL contains a token: keep it out of search engines and referrers.
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/**
 * The page of the link in mails. It asks before it acts: mail scanners open links, too. Mail clients
 * call the endpoint by themselves (RFC 8058).
 */
export default function Unsubscribe() {
  const [search] = useSearchParams();
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Result<ResponseOf<typeof unsubscribe>>>();
  const stop = async () => {
    setPending(true);
    setOutcome(await call(unsubscribe, { query: { token: search.get('token') ?? '' } }));
    setPending(false);
  };
  const settings = (
    <ButtonLink to={href('/notifications/settings')} variant="outline">
      All notification settings
    </ButtonLink>
  );
  if (outcome?.ok) {
    const titles = outcome.value.kinds.map((kind) => notificationKindTexts[kind].title);
    return (
      <AccountLayout
        title="You get no more of these mails"
        intro={
          titles.length > 0
            ? `Still in your notifications on Redial: ${titles.join(', ')}.`
            : 'They were switched off before.'
        }
      >
        {settings}
      </AccountLayout>
    );
  }
  return (
    <AccountLayout
      title="Stop these mails?"
      intro="You can switch them on again in your notification settings."
    >
      {outcome && (
        <p role="alert" className="mb-5 text-bad">
          {outcome.error.message}
        </p>
      )}
      <span className="flex flex-wrap gap-3">
        <Button pending={pending} pendingLabel="Stopping" onClick={stop}>
          Stop these mails
        </Button>
        {settings}
      </span>
      <noscript>This page needs JavaScript. Turn it on and load the page again.</noscript>
    </AccountLayout>
  );
}
