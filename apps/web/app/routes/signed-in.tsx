import type { ComponentType } from 'react';
import { isRouteErrorResponse, Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { ErrorPage } from '../layout/error-page.tsx';
import { notFoundMeta } from '../layout/site-meta.ts';
import { requireSignedIn } from '../session/guards.ts';
import { sessionEnded, withReturnTo } from '../session/return-to.ts';
import { useSession } from '../session/session-store.ts';
import { Loader } from '../ui/spinner.tsx';
import type { Route } from './+types/signed-in.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSignedIn];

/** That of an error page: the other pages have their own. */
export const meta: Route.MetaFunction = ({ error, matches }) =>
  isMissing(error) ? notFoundMeta : matches[0].meta;

const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

/** A loader is required for the middleware to run on pages without their own. */
export const clientLoader = () => null;

/**
 * Shown until the guard has run: the skeleton of the page's route (`handle.skeleton`), or a loading
 * indicator.
 */
export function HydrateFallback() {
  const handle = useMatches().at(-1)?.handle as { skeleton?: ComponentType } | undefined;
  const Skeleton = handle?.skeleton;
  return Skeleton ? <Skeleton /> : <Loader />;
}

export default function SignedIn() {
  return useSession().status === 'signed-out' ? <SignInAgain /> : <Outlet />;
}

/**
 * A page cannot load its data if the session has ended, for example on another device. One that does
 * not exist is missing for everybody.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isSignedOut = useSession().status === 'signed-out';
  return isSignedOut && !isMissing(error) ? <SignInAgain /> : <ErrorPage error={error} />;
}

/** The session can end while a page is open: signed out here or in another tab, or revoked. */
function SignInAgain() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === 'signed-out' && session.byUser) return <Navigate to="/" replace />;
  return <Navigate to={withReturnTo('/login', pathname + search)} state={sessionEnded} replace />;
}
