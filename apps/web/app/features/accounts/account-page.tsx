import { type ReactNode, useEffect } from 'react';
import { href, Link, useLocation, useNavigate } from 'react-router';
import { hasSessionEnded, readReturnTo, withReturnTo } from '../../session/return-to.ts';
import { loadIdentity } from '../../session/session.ts';
import { startedNavigations } from '../../session/started-navigations.ts';
import { toast } from '../../ui/toast.ts';
import { AccountLayout } from './account-layout.tsx';
import { AlreadySignedIn } from './already-signed-in.tsx';
import { BrandNotice } from './brand-notice.tsx';
import { GoogleButton } from './google-button.tsx';
import { noJsMessage } from './no-js.ts';

/**
 * The page shared by sign-in and sign-up: a link to the other page, the form, the Google button,
 * and the redirect to the page that the user came from.
 *
 * @param other the other of the two pages
 * @param google label of the Google button and the toast after success; omit where Google is not
 *   available
 * @param noJs whether the browser submitted the form without JavaScript
 * @param form renders the form; receives the callback to call on success
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
  const returnTo = readReturnTo(search);
  // The popup must open synchronously in the click handler, so its code is loaded in advance.
  useEffect(() => void loadIdentity().catch(() => undefined), []);
  // Who is suspended reads why, until when, and how to appeal. A link followed meanwhile wins.
  const onDone = async () => {
    const before = startedNavigations();
    const isSuspended = await import('../../session/suspension.ts')
      .then(async ({ fetchSuspension }) => (await fetchSuspension()) !== undefined)
      .catch(() => false);
    if (startedNavigations() !== before) return;
    await navigate(isSuspended ? href('/dashboard/decisions') : returnTo, { replace: true });
  };

  return (
    <AccountLayout
      title={title}
      intro={
        <>
          {other.question}{' '}
          <Link
            to={withReturnTo(other.path, returnTo)}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {other.label}
          </Link>
        </>
      }
    >
      <AlreadySignedIn search={search} onDone={() => navigate(returnTo, { replace: true })} />
      {hasSessionEnded(state) && (
        <p role="status" className="mb-6 rounded-md bg-accent-wash px-4 py-3 text-sm">
          Your session has ended. Sign in again, and you are back where you were.
        </p>
      )}
      <BrandNotice path={returnTo} />
      {noJs && (
        <p role="alert" className="mb-4 text-bad text-sm">
          {noJsMessage}
        </p>
      )}
      {form(onDone)}
      {google && (
        <GoogleButton
          label={google.label}
          onDone={() => {
            toast.success(google.done);
            void onDone();
          }}
        />
      )}
    </AccountLayout>
  );
}
