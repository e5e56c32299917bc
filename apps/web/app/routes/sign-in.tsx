import { toastMessages } from '@redial/contract';
import { useRouteLoaderData } from 'react-router';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { rejectNoJsSubmit } from '../features/accounts/no-js.ts';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import type { loader as rootLoader } from '../root.tsx';
import type { Route } from './+types/sign-in.ts';

export const action = rejectNoJsSubmit;

export const meta: Route.MetaFunction = () => [
  { title: 'Sign In | Redial' },
  { name: 'description', content: 'Sign in to Redial to order, pay for and sell phones.' },
];

export default function SignIn({ actionData }: Route.ComponentProps) {
  const google = useRouteLoaderData<typeof rootLoader>('root')?.settings.identity.google;
  return (
    <AccountPage
      title="Sign In"
      other={{ question: 'New here?', label: 'Sign Up', path: '/signup' }}
      google={google ? { label: 'Sign in with Google', done: toastMessages.signedIn } : undefined}
      noJs={actionData?.noJs}
      form={(onDone) => <SignInForm onDone={onDone} />}
    />
  );
}
