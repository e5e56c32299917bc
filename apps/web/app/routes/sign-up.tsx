import { toastMessages } from '@redial/contract';
import { useRouteLoaderData } from 'react-router';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { rejectNoJsSubmit } from '../features/accounts/no-js.ts';
import { SignUpForm } from '../features/accounts/sign-up-form.tsx';
import type { loader as rootLoader } from '../root.tsx';
import type { Route } from './+types/sign-up.ts';

export const action = rejectNoJsSubmit;

export const meta: Route.MetaFunction = () => [
  { title: 'Sign Up | Redial' },
  { name: 'description', content: 'Make a Redial account to buy or sell second-hand phones.' },
];

export default function SignUp({ actionData }: Route.ComponentProps) {
  const google = useRouteLoaderData<typeof rootLoader>('root')?.settings.identity.google;
  return (
    <AccountPage
      title="Sign Up"
      other={{ question: 'Here before?', label: 'Sign In', path: '/login' }}
      google={google ? { label: 'Sign up with Google', done: toastMessages.signedUp } : undefined}
      noJs={actionData?.noJs}
      form={(onDone) => <SignUpForm onDone={onDone} />}
    />
  );
}
