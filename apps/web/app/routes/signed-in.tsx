import type { ComponentType } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { requireSignedIn } from '../session/guards.ts';
import { sessionEnded, withReturnTo } from '../session/return-to.ts';
import { useSession } from '../session/session-store.ts';
import { Loader } from '../ui/spinner.tsx';
import type { Route } from './+types/signed-in.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSignedIn];

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
  const session = useSession();
  const { pathname, search } = useLocation();
  // The session can end while a page is open: signed out in another tab, or revoked.
  if (session.status === 'signed-out') {
    return <Navigate to={withReturnTo('/login', pathname + search)} state={sessionEnded} replace />;
  }
  return <Outlet />;
}
