import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountLayout } from '../features/accounts/account-layout.tsx';
import { endDeviceSessions } from '../session/embedded-identity.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/sign-out-device.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Sign out a device | Redial' },
  // The URL contains a token: keep it out of search engines and referrers.
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/**
 * The page of the link in the mail about a new device. It asks before it acts: mail scanners open links,
 * too.
 */
export default function SignOutDevice() {
  const [search] = useSearchParams();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [done, setDone] = useState(false);
  const end = async () => {
    setPending(true);
    try {
      await endDeviceSessions(search.get('token') ?? '');
      setDone(true);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setPending(false);
    }
  };
  if (done) {
    return (
      <AccountLayout
        title="That device is signed out"
        intro="The person who signed in there knows your password. Set a new one now: choose “Forgot password?” on the sign-in page."
      >
        <ButtonLink to="/login">Go to the sign-in page</ButtonLink>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout
      title="Sign out that device?"
      intro="If the sign-in of the mail was not you, sign that device out. If it was you, you can close this page."
    >
      {error && (
        <p role="alert" className="mb-5 text-bad">
          {error}
        </p>
      )}
      <Button pending={pending} pendingLabel="Signing out" onClick={end}>
        Sign out that device
      </Button>
      <noscript>This page needs JavaScript. Turn it on and load the page again.</noscript>
    </AccountLayout>
  );
}
