import { networkError } from '@redial/contract';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { countNavigation } from '../session/started-navigations.ts';
import { toast } from '../ui/toast.ts';

/**
 * Blocks navigations while the browser is offline: they would end on the browser's error page and
 * lose form input.
 */
export function OfflineGuard() {
  const { state, reset } = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isBlocked =
      historyAction !== 'POP' &&
      !navigator.onLine &&
      currentLocation.pathname !== nextLocation.pathname;
    if (!isBlocked) countNavigation();
    return isBlocked;
  });
  useEffect(() => {
    if (state !== 'blocked') return;
    toast.error(networkError.message);
    reset();
  }, [state, reset]);
  return null;
}
