import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { hasSessionEnded, readReturnTo, withReturnTo } from '../../session/return-to.ts';
import { loadIdentity } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';
import { AccountLayout } from './account-layout.tsx';
import { AlreadySignedIn } from './already-signed-in.tsx';
import { GoogleButton } from './google-button.tsx';
import { noJsMessage } from './no-js.ts';

/**
 * What signing in and signing up share: the way to the other of the two, the form, Google, and the
 * way back to where one came from.
 *
 * @param other the other of the two pages
 * @param google label of the button and the toast after it; left out where Google is not offered
 * @param unscripted whether the browser posted the form by itself
 * @param form the page's own, given what to do when it is done
 */
export function AccountPage({
  title,
  other,
  google,
  noJs = false,
  form,
}: {
  title: string;
  other: { question: string; label: string; path: '/login' | '/signup' };
  google?: { label: string; done: string } | undefined;
  noJs?: boolean | undefined;
  form: (onDone: () => void) => ReactNode;
}) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const back = readReturnTo(search);
  // Google's popup must open in the click's own turn: its code is there before it.
  useEffect(() => void loadIdentity().catch(() => undefined), []);
  const leave = () => navigate(back, { replace: true });

  return (
    <AccountLayout
      title={title}
      intro={
        <>
          {other.question}{' '}
          <Link
            to={withReturnTo(other.path, back)}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {other.label}
          </Link>
        </>
      }
    >
      <AlreadySignedIn search={search} />
      {hasSessionEnded(state) && (
        <p role="status" className="mb-6 rounded-md bg-accent-wash px-4 py-3 text-sm">
          Your session has ended. Sign in again, and you are back where you were.
        </p>
      )}
      {noJs && (
        <p role="alert" className="mb-4 text-bad text-sm">
          {noJsMessage}
        </p>
      )}
      {form(leave)}
      {google && (
        <GoogleButton
          label={google.label}
          onDone={() => {
            toast.success(google.done);
            leave();
          }}
        />
      )}
    </AccountLayout>
  );
}
