import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountLayout } from '../features/accounts/account-layout.tsx';
import { verifyEmail } from '../session/embedded-identity.ts';
import { renewToken } from '../session/session.ts';
import { useSession, waitForSession } from '../session/session-store.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Route } from './+types/verify-email.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your address | Redial' },
  // The URL contains a token: keep it out of search engines and referrers.
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

type Outcome = 'pending' | 'verified' | 'failed';

/**
 * The page of the link in the verification mail. The browser verifies the address, not the server that
 * renders the page: mail scanners that only fetch links change nothing.
 */
export default function VerifyEmail() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [outcome, setOutcome] = useState<Outcome>('pending');
  useEffect(() => {
    let current = true;
    verify(token).then((next) => current && setOutcome(next));
    return () => {
      current = false;
    };
  }, [token]);
  if (outcome === 'pending') {
    return (
      <AccountLayout title="Confirming your address" intro="This takes a moment.">
        <Spinner />
        <noscript>This page needs JavaScript. Turn it on and load the page again.</noscript>
      </AccountLayout>
    );
  }
  if (outcome === 'failed') {
    return (
      <AccountLayout
        title="This link does not work"
        intro="It has run out, or it is not complete. Sign in: we then mail you a new one if your address is not confirmed yet."
      >
        <ButtonLink to="/dashboard/account">Your Account</ButtonLink>
      </AccountLayout>
    );
  }
  return <Verified />;
}

function Verified() {
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <AccountLayout
      title="Your address is confirmed"
      intro={
        isSignedIn
          ? 'You can now order and sell phones.'
          : 'Sign in with your password, and you can order and sell phones.'
      }
    >
      {isSignedIn ? (
        <ButtonLink to="/">Explore phones</ButtonLink>
      ) : (
        <ButtonLink to="/login">Sign In</ButtonLink>
      )}
    </AccountLayout>
  );
}

async function verify(token: string): Promise<Outcome> {
  try {
    await verifyEmail(token);
  } catch {
    return 'failed';
  }
  // Tells the marketplace, if this browser is signed in.
  if ((await waitForSession()).status === 'signed-in') await renewToken();
  return 'verified';
}
