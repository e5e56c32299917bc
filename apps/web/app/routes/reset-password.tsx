import { useNavigate, useSearchParams } from 'react-router';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { ResetForm } from '../features/accounts/reset-form.tsx';
import { refuseUnscripted, unscriptedMessage } from '../features/accounts/unscripted.ts';
import { ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/reset-password.ts';

export const action = refuseUnscripted;

export const meta: Route.MetaFunction = () => [
  { title: 'New password | Redial' },
  // The address holds a token: it goes to no search engine and to no other site.
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = search.get('token');
  if (!token || search.has('error')) {
    return (
      <AccountFrame
        title="This link does not work"
        intro="It has been used, or it has run out. Ask for a new one on the sign-in page, under “Forgot password?”."
      >
        <ButtonLink to="/login">Sign In</ButtonLink>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Choose a new password" intro="You are signed out everywhere else with it.">
      {actionData?.unscripted && (
        <p role="alert" className="mb-4 text-bad text-sm">
          {unscriptedMessage}
        </p>
      )}
      <ResetForm token={token} onDone={() => navigate('/login', { replace: true })} />
    </AccountFrame>
  );
}
