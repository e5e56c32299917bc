import { toasts } from '@redial/contract';
import { useRouteLoaderData } from 'react-router';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { refuseUnscripted } from '../features/accounts/unscripted.ts';
import type { loader as rootLoader } from '../root.tsx';
import type { Route } from './+types/sign-in.ts';

export const action = refuseUnscripted;

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
      google={google ? { label: 'Sign in with Google', done: toasts.signedIn } : undefined}
      unscripted={actionData?.unscripted}
      form={(onDone) => <SignInForm onDone={onDone} />}
    />
  );
}
