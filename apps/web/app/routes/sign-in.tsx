import { toastMessages } from '@redial/contract';
import { useRouteLoaderData } from 'react-router';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { rejectNoJsSubmit } from '../features/accounts/no-js.ts';
import { PasskeyButton } from '../features/accounts/passkey-button.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import type { loader as rootLoader } from '../root.tsx';
import type { Route } from './+types/sign-in.ts';

export const action = rejectNoJsSubmit;

export const meta: Route.MetaFunction = () => [
  { title: 'Sign In | Redial' },
  { name: 'description', content: 'Sign in to Redial to order, pay for and sell phones.' },
];

export default function SignIn({ actionData }: Route.ComponentProps) {
  const identity = useRouteLoaderData<typeof rootLoader>('root')?.settings.identity;
  return (
    <AccountPage
      title="Sign In"
      other={{ question: 'New here?', label: 'Sign Up', path: '/signup' }}
      google={
        identity?.google
          ? { label: 'Sign in with Google', done: toastMessages.signedIn }
          : undefined
      }
      noJs={actionData?.noJs}
      form={(onDone) => (
        <>
          <SignInForm onDone={onDone} />
          {identity?.provider === 'embedded' && <PasskeyButton onDone={onDone} />}
        </>
      )}
    />
  );
}
