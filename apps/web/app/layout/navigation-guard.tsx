import { networkError } from '@redial/contract';
import { useEffect, useRef } from 'react';
import { createPath, type Location, useBlocker, useLocation, useNavigate } from 'react-router';
import { countNavigation } from '../session/started-navigations.ts';
import { isServerReachable } from '../ui/lazy-part.ts';
import { toast } from '../ui/toast.ts';
import { useStableCallback } from '../ui/use-stable-callback.ts';

/**
 * Keeps navigations without a connection from ending on the browser's error page and losing form input:
 * blocks them while the browser is offline, and ends those whose script cannot be loaded.
 *
 * React Router reloads the page when it cannot load the script of a route, and does not try it again. If
 * the server does not respond, the page stays instead, and navigations after that load their page as a
 * whole. Browsers without the Navigation API reload.
 */
export function NavigationGuard() {
  const isScriptMissing = useRef(false);
  const requested = useRef<Location>(undefined);
  const { state, location, reset } = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) => {
      const isBlocked =
        historyAction !== 'POP' &&
        (!navigator.onLine || isScriptMissing.current) &&
        currentLocation.pathname !== nextLocation.pathname;
      if (!isBlocked) countNavigation();
      requested.current = nextLocation;
      return isBlocked;
    },
  );
  useEffect(() => {
    if (state !== 'blocked') return;
    void openIfReachable(createPath(location));
    reset();
  }, [state, location, reset]);

  const navigate = useNavigate();
  const here = useLocation();
  const endNavigation = useStableCallback(async () => {
    isScriptMissing.current = true;
    if (await openIfReachable(createPath(requested.current ?? here))) return;
    navigate(here, {
      replace: true,
      preventScrollReset: true,
      state: here.state,
      // The loaders of this page would fail as well.
      defaultShouldRevalidate: false,
    });
  });
  useEffect(() => {
    const { navigation } = window;
    // Not in all browsers.
    if (!navigation) return;
    const guard = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable) return;
      event.preventDefault();
      endNavigation();
    };
    navigation.addEventListener('navigate', guard);
    return () => navigation.removeEventListener('navigate', guard);
  }, [endNavigation]);
  return null;
}

/** Loads another page as a whole if the server responds, and otherwise says that it does not. */
async function openIfReachable(path: string): Promise<boolean> {
  const isReachable = navigator.onLine && (await isServerReachable());
  if (isReachable) window.location.assign(path);
  else toast.error(networkError.message);
  return isReachable;
}
