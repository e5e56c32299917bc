import { toasts } from '@redial/contract';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { AlreadyIn } from '../features/accounts/already-in.tsx';
import { GoogleButton } from '../features/accounts/google-button.tsx';
import { SignUpForm } from '../features/accounts/sign-up-form.tsx';
import { refuseUnscripted, unscriptedMessage } from '../features/accounts/unscripted.ts';
import type { loader as rootLoader } from '../root.tsx';
import { rememberedLocation, rememberLocation } from '../session/location-memory.ts';
import { loadIdentity } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import type { Route } from './+types/sign-up.ts';

export const action = refuseUnscripted;

export const meta: Route.MetaFunction = () => [
  { title: 'Sign Up | Redial' },
  { name: 'description', content: 'Make a Redial account to buy or sell second-hand phones.' },
];

export default function SignUp({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const google = useRouteLoaderData<typeof rootLoader>('root')?.settings.identity.google;
  const back = rememberedLocation(search);
  // Google's popup must open in the click's own turn: its code is there before it.
  useEffect(() => void loadIdentity().catch(() => undefined), []);
  const leave = () => navigate(back, { replace: true });

  return (
    <AccountFrame
      title="Sign Up"
      intro={
        <>
          Here before?{' '}
          <Link
            to={rememberLocation('/login', back)}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Sign In
          </Link>
        </>
      }
    >
      <AlreadyIn search={search} />
      {actionData?.unscripted && (
        <p role="alert" className="mb-4 text-bad text-sm">
          {unscriptedMessage}
        </p>
      )}
      <SignUpForm onDone={leave} />
      {google && (
        <GoogleButton
          label="Sign up with Google"
          onDone={() => {
            toast.success(toasts.signedUp);
            leave();
          }}
        />
      )}
    </AccountFrame>
  );
}
