import type { ComponentType } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { requireSignedIn } from '../session/guards.ts';
import { sessionEnded, withReturnTo } from '../session/return-to.ts';
import { useSession } from '../session/session-store.ts';
import { Loader } from '../ui/spinner.tsx';
import type { Route } from './+types/signed-in.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSignedIn];

/** Makes the guard run for every page below, those without a loader of their own included. */
export const clientLoader = () => null;

/**
 * Stands here until the guard has answered: the page's own skeleton, if its route has one under
 * `handle.skeleton`, or a loading indicator.
 */
export function HydrateFallback() {
  const handle = useMatches().at(-1)?.handle as { skeleton?: ComponentType } | undefined;
  const Skeleton = handle?.skeleton;
  return Skeleton ? <Skeleton /> : <Loader />;
}

export default function SignedIn() {
  const session = useSession();
  const { pathname, search } = useLocation();
  // The session can end while a page is open: signed out in another tab, or no longer taken.
  if (session.status === 'signed-out') {
    return <Navigate to={withReturnTo('/login', pathname + search)} state={sessionEnded} replace />;
  }
  return <Outlet />;
}
