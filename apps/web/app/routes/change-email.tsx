import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountLayout } from '../features/accounts/account-layout.tsx';
import { type EmailChangeOutcome, followEmailChangeLink } from '../session/embedded-identity.ts';
import { clearSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/change-email.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'E-mail address | Redial' },
  // The URL contains a token: keep it out of search engines and referrers.
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** What the links in the mails ask, by their `step`. */
const questions = {
  confirm: {
    title: 'Change your address?',
    intro:
      'Somebody who is signed in as you asked for another address. If it was not you, close this page and set a new password.',
    label: 'Yes, change it',
  },
  verify: {
    title: 'Use this address?',
    intro:
      'Your Redial account gets the address at which you read this mail, and is signed out everywhere.',
    label: 'Use this address',
  },
  revert: {
    title: 'Take the change back?',
    intro:
      'Your account gets its old address again. It is signed out everywhere, and its password stops working, because somebody else may know it.',
    label: 'Take it back',
  },
} as const;

const outcomes: Record<EmailChangeOutcome, { title: string; intro: string }> = {
  confirmed: {
    title: 'Now look into your new mailbox',
    intro: 'We have sent a link there. Your address changes when you open it.',
  },
  changed: {
    title: 'Your e-mail address is changed',
    intro: 'Sign in with the new one.',
  },
  reverted: {
    title: 'Your account has its old address again',
    intro: 'Now set a new password: choose “Forgot password?” on the sign-in page.',
  },
};

/** The page of the links of a change. It asks before it acts: mail scanners open links, too. */
export default function ChangeEmail() {
  const [search] = useSearchParams();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<EmailChangeOutcome>();
  const step = search.get('step');
  const question = step === 'verify' || step === 'revert' ? questions[step] : questions.confirm;
  const follow = async () => {
    setPending(true);
    setError(undefined);
    try {
      const next = await followEmailChangeLink(search.get('token') ?? '');
      // The server has ended all sessions.
      if (next !== 'confirmed') clearSession();
      setOutcome(next);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setPending(false);
    }
  };
  if (outcome) {
    return (
      <AccountLayout title={outcomes[outcome].title} intro={outcomes[outcome].intro}>
        {outcome !== 'confirmed' && <ButtonLink to="/login">Go to the sign-in page</ButtonLink>}
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title={question.title} intro={question.intro}>
      {error && (
        <p role="alert" className="mb-5 text-bad">
          {error}
        </p>
      )}
      <Button pending={pending} pendingLabel="One moment" onClick={follow}>
        {question.label}
      </Button>
      <noscript>This page needs JavaScript. Turn it on and load the page again.</noscript>
    </AccountLayout>
  );
}
