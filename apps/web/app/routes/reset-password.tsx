import { useNavigate, useSearchParams } from 'react-router';
import { AccountLayout } from '../features/accounts/account-layout.tsx';
import { noJsMessage, rejectNoJsSubmit } from '../features/accounts/no-js.ts';
import { ResetForm } from '../features/accounts/reset-form.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/reset-password.ts';

export const action = rejectNoJsSubmit;

export const meta: Route.MetaFunction = () => [
  { title: 'New password | Redial' },
  // The URL contains a token: keep it out of search engines and referrers.
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = search.get('token');
  if (!token || search.has('error')) {
    return (
      <AccountLayout
        title="This link does not work"
        intro="It has been used, or it has run out. Ask for a new one on the sign-in page, under “Forgot password?”."
      >
        <ButtonLink to="/login">Sign In</ButtonLink>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout
      title="Choose a new password"
      intro="You are signed out everywhere else with it."
    >
      {actionData?.noJs && (
        <p role="alert" className="mb-4 text-bad text-sm">
          {noJsMessage}
        </p>
      )}
      <ResetForm token={token} onDone={() => navigate('/login', { replace: true })} />
    </AccountLayout>
  );
}
